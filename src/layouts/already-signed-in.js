(() => {
  const { tokenKey } = document.currentScript.dataset;
  const { dataset } = document.documentElement;
  try {
    if (!localStorage.getItem(tokenKey)) return;
  } catch {
    return;
  }
  // A logged-in shopper is redirected once the island has loaded. The form is hidden until then, unless loading fails.
  dataset.signedIn = '';
  setTimeout(() => delete dataset.signedIn, 5000);
})();
