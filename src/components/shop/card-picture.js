// The picture of the card that was tapped stands in for the page's own, which is larger, until that has come.
{
  const { previousElementSibling: image, dataset } = document.currentScript;
  try {
    const tapped = sessionStorage[dataset.key];
    if (image.srcset.includes(tapped.replace(location.origin, ''))) {
      image.style.background = `url("${tapped}") center / cover`;
    }
  } catch {
    // No card was tapped, or nothing may be remembered here.
  }
}
