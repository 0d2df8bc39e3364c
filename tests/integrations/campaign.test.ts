import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeCrops, readCampaign } from '../../src/integrations/content-rules/campaign.ts';

let root = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'campaign-'));
  await mkdir(join(root, 'public/campaign'), { recursive: true });
  await mkdir(join(root, 'src/content'), { recursive: true });
  await cp('src/content/home.json', join(root, 'src/content/home.json'));
});

afterEach(() => rm(root, { recursive: true }));

test('A campaign picture that a marketer changes gets its crop and the colours below it', async () => {
  await change((home) => {
    home.hero.picture = '/campaign/diwali.webp';
    home.hero.focus.phone = '100% 50%';
    home.editorials = [{ ...home.hero, focus: { phone: '0% 50%', desktop: '50% 50%' } }];
  });
  await halves(1600, 900, 'diwali.webp');
  const right = '/campaign/crops/diwali-100-50.webp';
  const left = '/campaign/crops/diwali-0-50.webp';

  const { grounds, problems } = await readCampaign(root);
  expect(problems).toEqual([]);
  expect(Object.keys(grounds)).toEqual([right, left]);
  expect(grounds[right]?.at(-1)).toBe('#0000ff');
  expect(grounds[left]?.[0]).toBe('#ff0000');

  expect(await writeCrops(root, join(root, 'dist'))).toBe(2);
  const { width, height } = await sharp(join(root, 'dist', right)).metadata();
  expect([width, height]).toEqual([1125, 900]);
  expect(await writeCrops(root, join(root, 'dist'))).toBe(0);
});

test.each([
  [1200, 675, /hero: picture: is 1200 × 675 pixels, which is too small for a large screen/],
  [1600, 1600, /hero: picture: is 1600 × 1600 pixels, which leaves no ground beside the garments/],
])('a campaign picture of %i × %i is refused with the reason', async (width, height, words) => {
  await change((home) => {
    home.hero.picture = '/campaign/diwali.webp';
  });
  await halves(width, height, 'diwali.webp');
  const { problems } = await readCampaign(root);
  expect(problems).toEqual([expect.stringMatching(words)]);
});

test('a file that is no picture is named; a broken home.json is left to its readers', async () => {
  await change((home) => {
    home.hero.picture = '/campaign/diwali.webp';
  });
  await writeFile(join(root, 'public/campaign/diwali.webp'), 'no picture');
  expect((await readCampaign(root)).problems).toEqual([
    'src/content/home.json: hero: picture: cannot be read as a picture; export it again as WebP',
  ]);
  await writeFile(join(root, 'src/content/home.json'), '{');
  expect(await readCampaign(root)).toEqual({ grounds: {}, problems: [] });
});

interface Block {
  picture: string;
  focus: { phone: string; desktop: string };
}

async function change(edit: (home: { hero: Block; editorials: Block[] }) => void): Promise<void> {
  const path = join(root, 'src/content/home.json');
  const home = JSON.parse(await readFile(path, 'utf8'));
  edit(home);
  await writeFile(path, JSON.stringify(home));
}

/** Red on the left, blue on the right. */
async function halves(width: number, height: number, name: string): Promise<void> {
  const blue = { create: { width: width / 2, height, channels: 3, background: '#00f' } } as const;
  await sharp({ create: { width, height, channels: 3, background: '#f00' } })
    .composite([{ input: blue, left: width / 2, top: 0 }])
    .webp({ lossless: true })
    .toFile(join(root, 'public/campaign', name));
}
