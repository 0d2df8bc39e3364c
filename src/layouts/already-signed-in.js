(() => {
  const { tokenKey } = document.currentScript.dataset;
  const { dataset } = document.documentElement;
  try {
    if (!localStorage.getItem(tokenKey)) return;
  } catch {
    return;
  }
  // Whoever is logged in goes on as soon as the island is there: no form until then, unless it does not come.
  dataset.signedIn = '';
  setTimeout(() => delete dataset.signedIn, 5000);
})();
