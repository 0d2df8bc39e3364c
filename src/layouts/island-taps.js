(() => {
  const held = [];
  const hold = (event) => {
    const button = event.target.closest('astro-island[ssr] button');
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    if (!held.includes(button)) held.push(button);
  };
  addEventListener('click', hold, true);
  const release = () => {
    for (const button of held.splice(0)) button.click();
  };
  addEventListener('astro:hydrate', release, true);
})();
