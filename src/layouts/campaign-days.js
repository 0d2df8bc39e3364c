(() => {
  // Days are India's (UTC+5:30), whatever the phone's time zone.
  const today = new Date(Date.now() + 19_800_000).toISOString().slice(0, 10);
  for (const campaign of document.querySelectorAll('[data-days]')) {
    const [first, last] = campaign.dataset.days.split('/');
    campaign.hidden = today < first || (last !== '' && today > last);
  }
})();
