/**
 * Draws the shop's icons from public/favicon.svg: for phones, for /favicon.ico, and for the search engines' logo. Run by
 * hand after a change there: `node scripts/icons.ts`; the pictures are committed.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const folder = new URL('../public/', import.meta.url);
const mark = await readFile(new URL('favicon.svg', folder), 'utf8');
/** The mark's own background, so that a wider margin shows no edge. */
const ground = /fill="(#[0-9a-f]{6})"/.exec(mark)?.[1] ?? '#c9341c';

async function drawn(size: number, markShare = 1): Promise<Buffer> {
  const inner = Math.round(size * markShare);
  const margin = Math.round((size - inner) / 2);
  return sharp(Buffer.from(mark), { density: (72 * inner) / 32 })
    .resize(inner, inner)
    .extend({
      top: margin,
      left: margin,
      bottom: size - inner - margin,
      right: size - inner - margin,
      background: ground,
    })
    .flatten({ background: ground })
    .png({ palette: true, colours: 64 })
    .toBuffer();
}

/** The old icon format: a list of pictures, which may be PNG. */
function ico(size: number, png: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const files = {
  'favicon.ico': ico(32, await drawn(32)),
  'apple-touch-icon.png': await drawn(180),
  'icons/192.png': await drawn(192),
  'icons/512.png': await drawn(512),
  // A phone may crop a maskable icon to a circle four fifths as wide.
  'icons/maskable-512.png': await drawn(512, 0.7),
};
await mkdir(new URL('icons/', folder), { recursive: true });
for (const [name, bytes] of Object.entries(files)) {
  await writeFile(new URL(name, folder), bytes);
  process.stdout.write(`${name} ${bytes.length} bytes\n`);
}
