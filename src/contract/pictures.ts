/**
 * The URL of a picture at a width in px. Page and card use the same URL for the same width, so that one download serves
 * both.
 */
export function pictureAddress(src: string, widthPx: number): string {
  return `/.netlify/images?url=${encodeURIComponent(src)}&w=${widthPx}`;
}

/**
 * The ratio, width to height, of a campaign picture on phones and tablets: it shows the clothes without the empty area
 * beside them, on which computers show the text.
 */
export const PHONE_CROP = 5 / 4;

/** Parses `63% 50%` into fractions of the picture, from left and top. */
export function focusShares(focus: string): [number, number] {
  const [left = 50, top = 50] = focus.split(' ').map(Number.parseFloat);
  return [left / 100, top / 100];
}

/**
 * The largest part of a picture with this ratio and with the focus at its centre, or as near as the edges allow. In
 * whole pixels.
 *
 * @param ratio width to height
 */
export function cropAround(picture: { width: number; height: number }, ratio: number, focus: string) {
  const width = Math.min(picture.width, Math.round(picture.height * ratio));
  const height = Math.min(picture.height, Math.round(picture.width / ratio));
  const [left, top] = focusShares(focus);
  return {
    left: within(left * picture.width - width / 2, picture.width - width),
    top: within(top * picture.height - height / 2, picture.height - height),
    width,
    height,
  };
}

function within(value: number, most: number): number {
  return Math.max(0, Math.min(most, Math.round(value)));
}

/** The path of the phone crop that the build makes. It contains the focus, so browsers never show an older crop. */
export function phoneCropPath(src: string, focus: string): string {
  const name = src.replace(/^.*\/|\.\w+$/g, '');
  return `/campaign/crops/${name}-${focus.replace(/%/g, '').replace(' ', '-')}.webp`;
}
