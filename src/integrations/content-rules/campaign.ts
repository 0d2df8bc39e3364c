/**
 * The crops of campaign pictures, from what marketers write in home.json: which exist, what is cut, how it is
 * continued.
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import sharp from 'sharp';
import { type HomeFile, homeFile } from '../../contract/home-schema.ts';
import { cropAround, PHONE_CROP, phoneCropPath } from '../../contract/pictures.ts';

/** For each crop, by its URL: the colours along its lower edge, such as '#d8c8a9', from left to right. */
export type CropGrounds = Readonly<Record<string, readonly string[]>>;

interface Crop {
  /** URL path in the site. */
  path: string;
  /** The file it is cut from. */
  master: string;
  focus: string;
  /** `hero: picture`, for error messages. */
  place: string;
}

function cropsOf(root: string): Crop[] {
  const data = readHome(join(root, 'src/content/home.json'));
  if (!data) return [];
  return campaignsOf(data).map(({ place, picture, focus }) => ({
    path: phoneCropPath(picture, focus.phone),
    master: join(root, 'public', picture),
    focus: focus.phone,
    place: `${place}: picture`,
  }));
}

/** The campaigns, each with its place in the file for messages. */
export const campaignsOf = ({ hero, editorials }: Pick<HomeFile, 'hero' | 'editorials'>) => [
  { place: 'hero', ...hero },
  ...editorials.map((block, at) => ({ place: `editorials: block ${at + 1}`, ...block })),
];

/** Undefined if the file has a mistake, which texts.ts reports. */
function readHome(path: string): HomeFile | undefined {
  try {
    return homeFile.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

const smallest = { width: 1600, height: 900 } as const;

/**
 * Checks the campaign pictures.
 * @returns `problems` such as `src/content/home.json: hero: picture: is …`, one per mistake
 */
export async function readCampaign(root: string): Promise<{ grounds: CropGrounds; problems: string[] }> {
  const grounds: Record<string, readonly string[]> = {};
  const problems: string[] = [];
  for (const crop of cropsOf(root).filter(({ master }) => existsSync(master))) {
    const size = await sharp(crop.master)
      .metadata()
      .catch(() => undefined);
    const problem = problemOf(size);
    if (!size || problem) problems.push(`src/content/home.json: ${crop.place}: ${problem}`);
    else grounds[crop.path] = await groundOf(crop, size);
  }
  return { grounds, problems };
}

function problemOf(size: { width: number; height: number } | undefined): string | undefined {
  if (!size) return 'cannot be read as a picture; export it again as WebP';
  const { width, height } = size;
  const wanted = 'a campaign picture is wide: 2400 × 1350 pixels are best';
  if (width < smallest.width || height < smallest.height) {
    return `is ${width} × ${height} pixels, which is too small for a large screen; ${wanted}`;
  }
  if (width / height < 1.5) {
    return `is ${width} × ${height} pixels, which leaves no ground beside the garments for the words; ${wanted}`;
  }
  return undefined;
}

const stops = 6;

/** Colours for the ground below the picture, under the text, with the paper's grain averaged out. */
async function groundOf({ master, focus }: Crop, size: { width: number; height: number }): Promise<string[]> {
  const { left, top, width, height } = cropAround(size, PHONE_CROP, focus);
  const strip = Math.round(height * 0.015);
  const { data, info } = await sharp(master)
    .extract({ left, top: top + height - strip, width, height: strip })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Array.from({ length: stops }, (_, stop) => {
    const from = Math.max(0, Math.round(((stop - 0.5) / (stops - 1)) * info.width));
    const to = Math.min(info.width, Math.round(((stop + 0.5) / (stops - 1)) * info.width));
    const sum = [0, 0, 0];
    for (let y = 0; y < info.height; y += 1) {
      for (let x = from; x < to; x += 1) {
        for (const channel of [0, 1, 2]) {
          sum[channel] = (sum[channel] ?? 0) + (data[(y * info.width + x) * info.channels + channel] ?? 0);
        }
      }
    }
    const pixels = (to - from) * info.height;
    return `#${sum
      .map((all) =>
        Math.round(all / pixels)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`;
  });
}

/**
 * Cuts the crops that are missing or older than their master.
 * @param folder the site's root folder
 */
export async function writeCrops(root: string, folder: string): Promise<number> {
  let cut = 0;
  for (const { path, master, focus } of cropsOf(root)) {
    const target = join(folder, path);
    if (await isNewer(target, master)) continue;
    const size = await sharp(master).metadata();
    await mkdir(dirname(target), { recursive: true });
    const draft = `${target}.${process.pid}`;
    // Netlify's Image CDN encodes these again, so they must lose nothing visible.
    await sharp(master)
      .extract(cropAround(size, PHONE_CROP, focus))
      .webp({ quality: 92, effort: 2 })
      .toFile(draft);
    await rename(draft, target);
    cut += 1;
  }
  return cut;
}

async function isNewer(target: string, master: string): Promise<boolean> {
  const [made, changed] = await Promise.all(
    [target, master].map((file) =>
      stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => undefined,
      ),
    ),
  );
  return made !== undefined && changed !== undefined && made >= changed;
}
