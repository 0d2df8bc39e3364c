/** What a card looks like: a picture beside the name in the shop's headings, the brand above it. */
import sharp from 'sharp';
import { cardSize } from '../../src/discovery/share-card.ts';
import { brand } from '../../src/domain/shop.ts';
import type { Type } from './type-setting.ts';

export interface Card {
  name: string;
  /** Without one, the brand's mark stands in its place. */
  picture: CardPicture | null;
}

export interface CardPicture {
  master: Buffer;
  /** The part of the master that has to be seen, in per cent from the left and the top. */
  focus: readonly [left: number, top: number];
}

const { width, height } = cardSize;
const paper = '#f5f2eb';
const ink = '#171410';
const accent = '#be2f19';
const onAccent = '#fffaf5';

const margin = 56;
/** The masters of products are 1 to 1.1; at the card's full height they are this wide. */
const pictureWidth = Math.round(height / 1.1);
const largest = 118;
const smallest = 44;
const leading = 0.88;

export async function drawCard({ name, picture }: Card, type: Type): Promise<Buffer> {
  const left = width - pictureWidth;
  const words = svg([picture ? '' : mark(left), wordmark(type), headline(name, type, left - 2 * margin)]);
  return sharp({ create: { width, height, channels: 3, background: paper } })
    .composite([
      ...(picture ? [{ input: await cropped(picture), left, top: 0 }] : []),
      { input: Buffer.from(words), left: 0, top: 0 },
    ])
    .jpeg({ quality: 82, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** As CSS does it with `object-fit: cover` and the focus as `object-position`. */
async function cropped({ master, focus }: CardPicture): Promise<Buffer> {
  const { data, info } = await sharp(master)
    .resize(pictureWidth, height, { fit: 'outside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [left, top] = [
    ((info.width - pictureWidth) * focus[0]) / 100,
    ((info.height - height) * focus[1]) / 100,
  ].map(Math.round);
  return sharp(data, { raw: info })
    .extract({ left: left ?? 0, top: top ?? 0, width: pictureWidth, height })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

function svg(parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`;
}

function path(data: string, fill: string, left: number, baseline: number): string {
  return `<path fill="${fill}" transform="translate(${left} ${baseline})" d="${data}"/>`;
}

/** The brand in both scripts, the native one on its woven tab. */
function wordmark(type: Type): string {
  const name = type.set(brand.name.toUpperCase(), 62);
  const native = type.set(brand.nativeName, 30);
  const left = margin + name.width + 14;
  return [
    path(name.path, ink, margin, margin + 45),
    `<path fill="${accent}" d="M${left} ${margin}h${native.width + 24}v45H${left}z"/>`,
    path(native.path, onAccent, left + 12, margin + 33),
  ].join('');
}

/** The name at the foot of its column, as large as it fits. */
function headline(name: string, type: Type, room: number): string {
  const { size, lines } = fitted(name.toUpperCase(), type, room);
  return lines
    .map((line, index) => {
      const baseline = height - margin - (lines.length - 1 - index) * size * leading;
      return path(type.set(line, size).path, ink, margin, baseline);
    })
    .join('');
}

function fitted(text: string, type: Type, room: number): { size: number; lines: string[] } {
  for (let size = largest; size > smallest; size -= 6) {
    const lines = wrapped(text, type, size, room);
    const fits = lines.length * size * leading < height - 3 * margin - 45;
    if (fits && lines.every((line) => type.set(line, size).width <= room)) return { size, lines };
  }
  return { size: smallest, lines: wrapped(text, type, smallest, room) };
}

function wrapped(text: string, type: Type, size: number, room: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && type.set(longer, size).width <= room) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}

/** The threads of the brand's mark, warp first, then weft. */
function mark(left: number): string {
  const threads = [0.26, 0.42, 0.58, 0.74].map((share) => `M${left + pictureWidth * share} 105v420`);
  const weft = `M${left + pictureWidth * 0.13} 210h${pictureWidth * 0.74}`;
  return [
    `<path fill="${accent}" d="M${left} 0h${pictureWidth}v${height}H${left}z"/>`,
    `<path fill="none" stroke="${onAccent}" stroke-width="34" d="${threads.join('')}${weft}"/>`,
  ].join('');
}
