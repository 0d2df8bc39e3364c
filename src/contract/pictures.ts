/**
 * The address under which a picture is served at a width (decisions, Pictures). Page and card ask for the same
 * address where the width is the same, so that one download serves both.
 */
export function pictureAddress(src: string, widthPx: number): string {
  return `/.netlify/images?url=${encodeURIComponent(src)}&w=${widthPx}`;
}
