import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { writeCrops, readCampaign } from '../../src/integrations/content-rules/campaign.ts';
import { useFolder } from '../support/folder.ts';

const HOME = 'src/content/home.json';
const root = useFolder();

beforeEach(async () => root.write(HOME, await readFile(HOME, 'utf8')));

test('A campaign picture that a marketer changes gets its crop and the colours below it', async () => {
  await change((home) => {
    home.hero.picture = '/campaign/diwali.webp';
    home.hero.focus.phone = '100% 50%';
    home.editorials = [{ ...home.hero, focus: { phone: '0% 50%', desktop: '50% 50%' } }];
  });
  await halves(1600, 900, 'diwali.webp');
  const right = '/campaign/crops/diwali-100-50.webp';
  const left = '/campaign/crops/diwali-0-50.webp';

  const { grounds, problems } = await readCampaign(root.path);
  expect(problems).toEqual([]);
  expect(Object.keys(grounds)).toEqual([right, left]);
  expect(grounds[right]?.at(-1)).toBe('#0000ff');
  expect(grounds[left]?.[0]).toBe('#ff0000');

  expect(await writeCrops(root.path, root.at('dist'))).toBe(2);
  const { width, height } = await sharp(root.at('dist', right)).metadata();
  expect([width, height]).toEqual([1125, 900]);
  expect(await writeCrops(root.path, root.at('dist'))).toBe(0);
});

test.each([
  [1200, 675, /hero: picture: is 1200 × 675 pixels, which is too small for a large screen/],
  [1600, 1600, /hero: picture: is 1600 × 1600 pixels, which leaves no ground beside the garments/],
])('a campaign picture of %i × %i is refused with the reason', async (width, height, words) => {
  await change((home) => {
    home.hero.picture = '/campaign/diwali.webp';
  });
  await halves(width, height, 'diwali.webp');
  const { problems } = await readCampaign(root.path);
  expect(problems).toEqual([expect.stringMatching(words)]);
});

test('a file that is no picture is named; a broken home.json is left to its readers', async () => {
  await change((home) => {
    home.hero.picture = '/campaign/diwali.webp';
  });
  await root.write('public/campaign/diwali.webp', 'no picture');
  expect((await readCampaign(root.path)).problems).toEqual([
    'src/content/home.json: hero: picture: cannot be read as a picture; export it again as WebP',
  ]);
  await root.write(HOME, '{');
  expect(await readCampaign(root.path)).toEqual({ grounds: {}, problems: [] });
});

interface Block {
  picture: string;
  focus: { phone: string; desktop: string };
}

async function change(edit: (home: { hero: Block; editorials: Block[] }) => void): Promise<void> {
  const home = JSON.parse(await root.read(HOME));
  edit(home);
  await root.write(HOME, JSON.stringify(home));
}

/** Red on the left, blue on the right. */
async function halves(width: number, height: number, name: string): Promise<void> {
  const blue = { create: { width: width / 2, height, channels: 3, background: '#00f' } } as const;
  await root.write(`public/campaign/${name}`);
  await sharp({ create: { width, height, channels: 3, background: '#f00' } })
    .composite([{ input: blue, left: width / 2, top: 0 }])
    .webp({ lossless: true })
    .toFile(root.at('public/campaign', name));
}
