/**
 * The address under which a picture is served at a width (decisions, Pictures). Page and card ask for the same
 * address where the width is the same, so that one download serves both.
 */
export function pictureAddress(src: string, widthPx: number): string {
  return `/.netlify/images?url=${encodeURIComponent(src)}&w=${widthPx}`;
}

/**
 * What a phone and a tablet show of a campaign picture, as width to height: the garments without the calm ground beside
 * them, on which a computer sets the words.
 */
export const PHONE_CROP = 5 / 4;

export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** `63% 50%` as shares of the picture, from the left and from the top. */
export function focusShares(focus: string): [number, number] {
  const [left = 50, top = 50] = focus.split(' ').map(Number.parseFloat);
  return [left / 100, top / 100];
}

/**
 * The largest part of a picture in a ratio that has the focus in its middle, or as near to it as the picture's edges
 * allow. In whole pixels.
 *
 * @param ratio width to height
 */
export function cropAround(picture: { width: number; height: number }, ratio: number, focus: string): Area {
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

/** Where the build puts a campaign picture's crop for phones. The name tells the focus, so that no browser keeps another. */
export function phoneCropPath(src: string, focus: string): string {
  const name = src.replace(/^.*\/|\.\w+$/g, '');
  return `/campaign/crops/${name}-${focus.replace(/%/g, '').replace(' ', '-')}.webp`;
}
