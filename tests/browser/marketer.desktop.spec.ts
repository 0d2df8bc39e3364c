import { cp, mkdir, mkdtemp, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import matter from 'gray-matter';
import { expect, type Page, test } from 'playwright/test';
import sharp from 'sharp';
import { freePort, openOwnShop } from './support/own-shop.ts';

/** Of the repository, what a shop is made from: a marketer of this test edits a copy. */
const PARTS = [
  ...['src', 'public', 'scripts', 'local', 'netlify', 'dist', '.astro', '.cache/cards'],
  ...['package.json', 'package-lock.json', 'astro.config.mjs', 'netlify.toml', 'tsconfig.json', '.npmrc'],
];

async function copyShop(root: string, folder: string): Promise<void> {
  await Promise.all(
    PARTS.map((part) =>
      cp(join(root, part), join(folder, part), { recursive: true, preserveTimestamps: true }).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
        },
      ),
    ),
  );
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
}

// Names are set apart from the sentence around them by marks of direction.
const fieldOf = (page: Page) => (name: string) =>
  page.getByRole('group', { name: `“\u2068${name}\u2069” Field` });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const onThePhoneOf = (page: Page) =>
  page.frameLocator('iframe[title]').frameLocator('iframe[title="Preview, 360 pixels wide"]');

test('A marketer’s policy, product and headline are all in the rebuilt shop', async ({ page }) => {
  test.setTimeout(300_000);
  const { project, config } = test.info();
  await mkdir(project.outputDir, { recursive: true });
  const folder = await mkdtemp(join(project.outputDir, 'copy-'));
  await copyShop(dirname(config.configFile ?? ''), folder);
  const inFolder = (path: string) => readFile(join(folder, path), 'utf8').catch(() => '');
  const port = await freePort();
  const headline = 'From the clay up';
  const words = 'Write to us within 24 hours, and nothing is charged.';
  // The form shows its lower fields when they come into view.
  await page.setViewportSize({ width: 1440, height: 5000 });
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== 'localhost') elsewhere.push(request.url());
  });

  const shop = await openOwnShop(folder, port, join(folder, '.shop'));
  try {
    const field = fieldOf(page);
    await test.step('the policy', async () => {
      await page.goto(`${shop.address}/admin#/collections/policies/entries/cancellation-refund-policy`);
      await field('Text')
        .getByRole('textbox')
        .fill(`The content of this policy will come later.\n\n${words}`);
      await field('Last changed').getByRole('button', { name: 'Today' }).click();
      await expect(onThePhoneOf(page).locator('.prose')).toContainText(words);
      await save(page);
      await expect
        .poll(() => inFolder('src/content/policies/cancellation-refund-policy.md'))
        .toContain(words);
      // A saved form closes by itself; until then it would take the next one with it.
      await expect(page).toHaveURL(/#\/collections\/policies$/);
    });

    await test.step('the product', async () => {
      await page.goto(`${shop.address}/admin#/collections/products/new`);
      await field('Name').getByRole('textbox').fill('Kulhad Tee');
      await field('Type').getByRole('combobox').click();
      await page.getByRole('option', { name: 'Shirts', exact: true }).click();
      await field('For').getByRole('checkbox', { name: 'Unisex' }).click();
      await field('Price in rupees').getByRole('spinbutton').fill('1299');
      // In the wrong order, as it happens.
      for (const [size, pieces] of [
        ['L', '6'],
        ['M', '4'],
      ] as const) {
        await field('Sizes').getByRole('checkbox', { name: size, exact: true }).click();
        await field(size).getByRole('spinbutton').fill(pieces);
      }
      await field('Pictures').getByRole('button', { name: /^Add/ }).click();
      await field('Picture').getByRole('button', { name: 'Browse' }).click();
      const dialog = page.getByRole('dialog', { name: 'Select Image' });
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        dialog.getByRole('button', { name: 'Upload' }).click(),
      ]);
      await chooser.setFiles({
        name: 'kulhad-tee-1.webp',
        mimeType: 'image/webp',
        buffer: await sharp({ create: { width: 1200, height: 1320, channels: 3, background: '#8f523a' } })
          .webp()
          .toBuffer(),
      });
      await dialog.getByRole('button', { name: 'Insert' }).click();
      await field('In words, for those who cannot see it')
        .getByRole('textbox')
        .fill('Kulhad Tee in terracotta');
      await field('Name of the colour').getByRole('textbox').fill('Terracotta');
      await field('Colour itself').locator('input[type=text]').fill('#8f523a');
      for (const [name, value] of [
        ['Fabric', '220 gsm cotton jersey'],
        ['Fit', 'Relaxed'],
        ['Print', 'None'],
        ['Care', 'Machine wash cold.'],
        ['Description', 'A tee in the colour of a clay cup.'],
      ] as const) {
        await field(name).getByRole('textbox').fill(value);
      }
      const preview = onThePhoneOf(page);
      await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Kulhad Tee');
      await expect(preview.locator('.product')).toContainText('₹1,299.00');
      await expect(page.frameLocator('iframe[title]').getByRole('status')).toHaveCount(0);
      await save(page);
      await expect.poll(() => inFolder('src/content/products/kulhad-tee.md')).toContain('name: Kulhad Tee');
      await expect.poll(() => inFolder('public/products/kulhad-tee-1.webp')).not.toBe('');
      const { stock } = matter(await inFolder('src/content/products/kulhad-tee.md')).data;
      expect(stock).toEqual({ M: 4, L: 6 });
      await expect(page).toHaveURL(/#\/collections\/products$/);
    });

    await test.step('the home page', async () => {
      await page.goto(`${shop.address}/admin#/collections/_singletons/entries/home`);
      await field('At the top')
        .getByRole('group', { name: '“\u2068Headline\u2069” Field' })
        .getByRole('textbox')
        .fill(headline);
      await expect(onThePhoneOf(page).getByRole('heading', { level: 1 })).toHaveText(headline);
      await save(page);
      await expect.poll(() => inFolder('src/content/home.json')).toContain(`"headline": "${headline}"`);
    });
    expect(elsewhere).toEqual([]);
  } finally {
    await shop.interrupt();
  }

  const rebuilt = await openOwnShop(folder, port, join(folder, '.shop'));
  try {
    expect(rebuilt.output()).toContain('Building the site');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(rebuilt.address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(headline);
    await page.goto(`${rebuilt.address}/cancellation-refund-policy`);
    await expect(page.getByRole('main')).toContainText(words);
    await page.goto(`${rebuilt.address}/product/kulhad-tee`);
    const product = page.getByRole('main');
    await expect(product.getByRole('heading', { level: 1 })).toHaveText('Kulhad Tee');
    await expect(product).toContainText('₹1,299.00');
    await expect(product.locator('[data-size]')).toHaveText([/^\s*M/, /^\s*L/]);
    await expect(product.getByRole('img', { name: 'Kulhad Tee in terracotta' }).first()).toBeVisible();
  } finally {
    await rebuilt.interrupt();
  }
});
