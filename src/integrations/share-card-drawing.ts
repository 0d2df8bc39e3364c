/**
 * The design of a share card: a poster. The picture at full height, its paper continued to all sides, the text on it.
 */
import sharp, { type OverlayOptions } from 'sharp';
import { cropAround } from '../contract/pictures.ts';
import { cardSize } from '../seo/share-card.ts';
import { brand } from '../domain/config.ts';
import type { Type } from './text-outlines.ts';

export interface Card {
  name: string;
  /** `₹2,499.00`, or null if nothing is sold. */
  price: string | null;
  /** Null: the brand's mark stands in its place. */
  picture: CardPicture | null;
}

export interface CardPicture {
  master: Buffer;
  /** The part of the master that must be visible: its ratio (width / height), and its centre, such as `63% 50%`. */
  ratio: number;
  focus: string;
}

const { width, height } = cardSize;
const paper = '#f5f2eb';
const ink = '#171410';
const accent = '#be2f19';
const onAccent = '#fffaf5';

const margin = 56;
/** The width of the text in px, which ends before the garments: beside one piece, and beside a campaign's. */
const column = 470;
const narrowColumn = 410;
const mostLines = 3;
const largest = 128;
const smallest = 44;
const leading = 0.86;
const priceSize = 46;
/** As wide as a product's picture at the card's full height. */
const markWidth = Math.round(height / 1.1);

export async function drawCard({ name, price, picture }: Card, type: Type): Promise<Buffer> {
  const words = svg([
    picture ? '' : mark(width - markWidth),
    wordmark(type),
    headline(name, price, type, picture && picture.ratio > 1 ? narrowColumn : column),
  ]);
  return sharp({ create: { width, height, channels: 3, background: paper } })
    .composite([...(picture ? await poster(picture) : []), { input: Buffer.from(words), left: 0, top: 0 }])
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/**
 * The picture is right of the centre, so that the square that some apps cut from the middle shows most of the garment.
 */
async function poster({ master, ratio, focus }: CardPicture): Promise<OverlayOptions[]> {
  const shown = Math.round(height * ratio);
  const left = width - shown - Math.min(margin, Math.max(0, width - shown - column - 2 * margin));
  const size = await sharp(master).metadata();
  const input = await sharp(master)
    .extract(cropAround(size, ratio, focus))
    .resize(shown, height, { fit: 'fill' })
    .removeAlpha()
    .png({ compressionLevel: 0 })
    .toBuffer();
  const right = left + shown;
  return [
    { input: await continued(input, 0, left), left: 0, top: 0 },
    ...(right < width
      ? [{ input: await continued(input, shown - strip, width - right), left: right, top: 0 }]
      : []),
    { input, left, top: 0 },
  ];
}

const strip = 8;

/** The paper beside the picture: the colours of its edge, from top to bottom, without grain. */
async function continued(picture: Buffer, from: number, wide: number): Promise<Buffer> {
  const edge = await sharp(picture)
    .extract({ left: from, top: 0, width: strip, height })
    .resize(1, 12, { fit: 'fill' })
    .png()
    .toBuffer();
  return sharp(edge)
    .resize(wide, height, { fit: 'fill', kernel: 'cubic' })
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

/** The name at the bottom of its column, as large as it fits, and the price below it. */
function headline(name: string, price: string | null, type: Type, room: number): string {
  const foot = price === null ? 0 : priceSize * 1.35;
  const { size, lines } = fitted(name.toUpperCase(), type, room, foot);
  return [
    ...lines.map((line, index) => {
      const baseline = height - margin - foot - (lines.length - 1 - index) * size * leading;
      return path(type.set(line, size).path, ink, margin, baseline);
    }),
    price === null ? '' : path(type.set(price, priceSize).path, ink, margin, height - margin),
  ].join('');
}

function fitted(text: string, type: Type, room: number, foot: number): { size: number; lines: string[] } {
  for (let size = largest; size > smallest; size -= 6) {
    const lines = wrapped(text, type, size, room);
    const fits = lines.length <= mostLines && lines.length * size * leading < height - 3 * margin - 45 - foot;
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
  const threads = [0.26, 0.42, 0.58, 0.74].map((share) => `M${left + markWidth * share} 105v420`);
  const weft = `M${left + markWidth * 0.13} 210h${markWidth * 0.74}`;
  return [
    `<path fill="${accent}" d="M${left} 0h${markWidth}v${height}H${left}z"/>`,
    `<path fill="none" stroke="${onAccent}" stroke-width="34" d="${threads.join('')}${weft}"/>`,
  ].join('');
}
