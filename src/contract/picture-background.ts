/**
 * The background paper of product pictures. All papers must have a similar lightness and little colour, because one
 * white, dark or colourful paper would dominate a grid. tests/content checks this, and the editor tells a marketer who
 * chooses a picture.
 */

/** sRGB values, 0 to 255 each. */
export type Colour = readonly [red: number, green: number, blue: number];

/** CIE lightness, 0 black to 100 white, and chroma, 0 grey. */
const lightest = 88;
const darkest = 66;
const loudest = 20;

/**
 * @param corners colours of a picture that shows a whole piece; a detail may fill its corners
 * @returns what a marketer should do about it, or null
 */
export function paperProblem(corners: readonly Colour[]): string | null {
  const seen = corners.map(lightnessAndChroma);
  if (seen.some(({ lightness }) => lightness > lightest)) {
    return 'The paper is lighter than that of the other pictures and will glare between them: use one of the five pale papers, not white.';
  }
  if (seen.some(({ lightness }) => lightness < darkest)) {
    return 'The corners are darker than those of the other pictures: light the paper evenly, leave some of it on all sides, or use a paler one.';
  }
  if (seen.some(({ chroma }) => chroma > loudest)) {
    return 'The paper is more colourful than that of the other pictures and will outshout the piece: use one of the five pale papers.';
  }
  return null;
}

/** Converts with CIELAB (D65). */
function lightnessAndChroma(colour: Colour): { lightness: number; chroma: number } {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const [x = 0, y = 0, z = 0] = [
    (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
    0.2126 * red + 0.7152 * green + 0.0722 * blue,
    (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
  ].map((part) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116));
  return { lightness: 116 * y - 16, chroma: Math.hypot(500 * (x - y), 200 * (y - z)) };
}
