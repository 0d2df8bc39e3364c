/** Gives an image of Picture.astro another master; its widths stay. */
export function showPicture(image: HTMLImageElement, src: string, alt: string): void {
  const ofMaster = (addresses: string | null) =>
    (addresses ?? '').replaceAll(/url=[^&\s]+/g, `url=${encodeURIComponent(src)}`);
  image.alt = alt;
  image.srcset = ofMaster(image.srcset);
  image.src = ofMaster(image.getAttribute('src'));
}
