import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openContentFiles } from '../../local/content-files.ts';

let root: string;
const SHOP = 'http://localhost:8888';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'taana-desk-'));
  for (const folder of ['src/content/policies', 'src/content/products', 'public/products', 'netlify']) {
    await mkdir(join(root, folder), { recursive: true });
  }
  await writeFile(join(root, 'src/content/policies/terms-conditions.md'), 'Terms');
  await writeFile(join(root, 'src/content/home.json'), '{}');
  await writeFile(join(root, 'src/content/snapshot.json'), '{}');
  await writeFile(join(root, 'netlify/secret.ts'), 'secret');
});

afterEach(() => rm(root, { recursive: true, force: true }));

const terms = 'src/content/policies/terms-conditions.md';

interface Asking {
  method?: string;
  body?: string | undefined;
  headers?: Record<string, string>;
  shop?: string;
}

async function ask(path: string, { method = 'GET', body, headers = {}, shop = SHOP }: Asking = {}) {
  const own = { Origin: shop, 'Sec-Fetch-Site': 'same-origin', ...headers };
  const request = new Request(`${shop}/__content/${path}`, { method, body: body ?? null, headers: own });
  const response = await openContentFiles(root).serve(request);
  if (!response) throw new Error('No answer');
  return response;
}

test('serves the files that marketers edit and no others', async () => {
  const files = (await (await ask('')).json()) as { path: string }[];
  expect(files.map(({ path }) => path).sort()).toEqual(['src/content/home.json', terms]);
  expect(await (await ask(terms)).text()).toBe('Terms');
  expect((await ask('src/content/policies/absent.md')).status).toBe(404);
});

test('deletes an added page, but none that belongs to the shop', async () => {
  const added = 'src/content/policies/exchanges.md';
  await ask(added, { method: 'PUT', body: 'Exchanges' });
  expect((await ask(added, { method: 'DELETE' })).status).toBe(204);
  const refused = await ask(terms, { method: 'DELETE' });
  expect([refused.status, await refused.text()]).toEqual([
    403,
    'This text belongs to the shop; change it instead.',
  ]);
  expect(await (await ask(terms)).text()).toBe('Terms');
});

test('saves a file in full', async () => {
  const path = 'src/content/products/kulhad-tee.md';
  expect((await ask(path, { method: 'PUT', body: '---\n---\n' })).status).toBe(204);
  expect(await readFile(join(root, path), 'utf8')).toBe('---\n---\n');
  expect((await ask('public/products/kulhad-tee-1.webp', { method: 'PUT', body: 'x' })).status).toBe(204);
  expect((await ask(path, { method: 'DELETE' })).status).toBe(204);
  expect(await readdir(join(root, 'src/content/products'))).toEqual([]);
});

describe('refuses', () => {
  test.each([
    'netlify/secret.ts',
    'src/content/snapshot.json',
    'src/content/policies/../../../netlify/secret.ts',
    'src/content/policies/..%2f..%2f..%2fnetlify%2fsecret.ts',
    'src/content/policies/%2e%2e/%2e%2e/%2e%2e/netlify/secret.ts',
    'src/content/policies/.hidden.md',
    'src/content/policies/deeper/a.md',
    'src/content/policies/a.mdx',
    'public/products/page.html',
    'public/products/a.svg',
    'public/products//a.webp',
    '/etc/passwd',
    '.env',
  ])('the file %s', async (path) => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      // The browser resolves `..` in an address, so the result may be outside the editor's addresses.
      const request = new Request(`${SHOP}/__content/${path}`, {
        method,
        body: method === 'PUT' ? 'x' : null,
        headers: { Origin: SHOP },
      });
      expect((await openContentFiles(root).serve(request))?.status ?? 403, method).toBe(403);
    }
    expect(await readFile(join(root, 'netlify/secret.ts'), 'utf8')).toBe('secret');
    expect(await readFile(join(root, 'src/content/home.json'), 'utf8')).toBe('{}');
  });

  test('a symbolic link that leads out of the repository', async () => {
    await rm(join(root, 'public/products'), { recursive: true });
    await symlink(join(root, 'netlify'), join(root, 'public/products'));
    await symlink(join(root, 'netlify/secret.ts'), join(root, 'src/content/policies/linked.md'));
    for (const path of ['public/products/a.webp', 'src/content/policies/linked.md']) {
      expect((await ask(path, { method: 'PUT', body: 'x' })).status, path).toBe(403);
    }
    expect(await readdir(join(root, 'netlify'))).toEqual(['secret.ts']);
    expect(await readFile(join(root, 'netlify/secret.ts'), 'utf8')).toBe('secret');
  });

  const strangers: [string, Asking][] = [
    ['a page of another site', { headers: { Origin: 'https://elsewhere.example' } }],
    ['a page of another program on this machine', { headers: { Origin: 'http://localhost:9999' } }],
    ['a cross-site request', { headers: { 'Sec-Fetch-Site': 'cross-site' } }],
    ['a request of the same site but another origin', { headers: { 'Sec-Fetch-Site': 'same-site' } }],
    ['a form without an origin', { headers: { Origin: 'null' } }],
    ['another host name of this machine', { shop: 'http://rebound.example:8888' }],
    ['a client behind a proxy', { headers: { 'x-nf-client-connection-ip': '203.0.113.9' } }],
  ];
  test.each(strangers)('%s', async (_, asking) => {
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? 'Changed' : undefined;
      expect((await ask(terms, { method, body, ...asking })).status, method).toBe(403);
    }
    expect(await readFile(join(root, terms), 'utf8')).toBe('Terms');
  });

  test('reading by another site', async () => {
    expect((await ask(terms, { headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(403);
    const preflight = await ask(terms, {
      method: 'OPTIONS',
      headers: { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' },
    });
    expect(preflight.status).toBe(403);
    expect(preflight.headers.has('access-control-allow-origin')).toBe(false);
  });
});
