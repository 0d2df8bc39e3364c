/**
 * Text as outlines in the shop's fonts, so that a picture with text looks the same on a machine without them. Uses the
 * full font families, not the web fonts' subsets, because a name may have a character that no page had before.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Blob, Buffer as GlyphRun, Face, Font, shape } from 'harfbuzzjs';
import subsetFont from 'subset-font';

/** A line of text as outlines. */
export interface SetLine {
  /** SVG path data; the line starts at x = 0, and its baseline is y = 0. */
  path: string;
  /** In the unit of `size`. */
  width: number;
}

export interface Type {
  /**
   * @param size of the font in pixels
   * @throws Error naming characters that the font does not have
   */
  set: (text: string, size: number) => SetLine;
}

const require = createRequire(import.meta.url);
const families = {
  latin: require.resolve('@fontsource-variable/anek-latin/files/anek-latin-latin-standard-normal.woff2'),
  native:
    require.resolve('@fontsource-variable/anek-devanagari/files/anek-devanagari-devanagari-standard-normal.woff2'),
};
type Script = keyof typeof families;

const condensed = { wdth: 75, wght: 800 };
/** The headings' letter-spacing, as a fraction of the size. */
const tracking = -0.01;

/** The heading fonts of both scripts, for the characters of these texts. */
export async function openType(texts: readonly string[]): Promise<Type> {
  const letters = texts.join('') + texts.join('').toUpperCase();
  const fonts = { latin: await openFont('latin', letters), native: await openFont('native', letters) };
  return {
    set(text, size) {
      let path = '';
      let width = 0;
      for (const { script, part } of partsOf(text)) {
        const set = setPart(fonts[script], part, size, width);
        path += set.path;
        width = set.width;
      }
      return { path, width };
    },
  };
}

async function openFont(script: Script, letters: string): Promise<Font> {
  const cut = await subsetFont(await readFile(families[script]), letters, {
    targetFormat: 'truetype',
    variationAxes: condensed,
  });
  const bytes = new Uint8Array(cut).buffer;
  return new Font(new Face(new Blob(bytes)));
}

function partsOf(text: string): { script: Script; part: string }[] {
  return (text.match(/[\u0900-\u097F₹]+|[^\u0900-\u097F₹]+/g) ?? []).map((part) => ({
    script: /^[\u0900-\u097F₹]/.test(part) ? 'native' : 'latin',
    part,
  }));
}

function setPart(font: Font, text: string, size: number, from: number): SetLine {
  const run = new GlyphRun();
  run.addText(text);
  run.guessSegmentProperties();
  shape(font, run);
  const scale = size / font.face.upem;
  let path = '';
  let width = from;
  for (const { codepoint: glyph, cluster, ...position } of run.getGlyphInfosAndPositions()) {
    if (glyph === 0)
      throw new Error(`the shop's fonts have no “${String.fromCodePoint(text.codePointAt(cluster) ?? 0)}”`);
    path += moved(
      font.glyphToPath(glyph),
      scale,
      width + (position.xOffset ?? 0) * scale,
      (position.yOffset ?? 0) * scale,
    );
    width += (position.xAdvance ?? 0) * scale + tracking * size;
  }
  return { path, width };
}

/** Fonts have y upwards, pictures downwards. */
function moved(path: string, scale: number, right: number, up: number): string {
  let vertical = false;
  return path.replace(/[A-Za-z]|-?\d+(?:\.\d+)?/g, (token) => {
    if (/[A-Za-z]/.test(token)) {
      vertical = false;
      return token;
    }
    const value = vertical ? -(Number(token) * scale + up) : Number(token) * scale + right;
    const spaced = `${vertical ? ' ' : ''}${value.toFixed(1)}`;
    vertical = !vertical;
    return spaced;
  });
}
