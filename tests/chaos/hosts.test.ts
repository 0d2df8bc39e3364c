import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Hosts, openHosts } from './faults/hosts.ts';
import { listFunctionFiles } from '../../local/functions/functions-host.ts';
import { projectRoot } from '../../scripts/setup.mjs';

let folder: string;
let hosts: Hosts;

/** The function `cart` ends its process. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taana-hosts-'));
  for (const { name } of await listFunctionFiles(join(projectRoot, 'netlify', 'functions'))) {
    await writeFile(
      join(folder, `${name}.mjs`),
      `export default () => (${name === 'cart'} ? process.exit(3) : new Response(String(Date.now())));
      export const config = { path: '/${name}' };`,
    );
  }
  const settings = {
    UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:1',
    UPSTASH_REDIS_REST_TOKEN: 'any',
    PERSON_HASH_KEY: 'no-secret-because-this-shop-has-no-persons',
  };
  hosts = await openHosts(folder, settings, [0]);
});

afterAll(async () => {
  await hosts.stop();
  await rm(folder, { recursive: true, force: true });
});

const ask = (path: string) => hosts.call(path, { method: 'GET' }, '10.0.0.1');

test('a process that ends by itself is counted, and another replaces it with the same clock', async () => {
  hosts.moveClocks(3_600_000);
  const before = hosts.exits();
  expect((await ask('/cart')).status).toBe(502);
  await expect.poll(() => hosts.exits().started, { timeout: 60_000 }).toBe(before.started + 1);
  expect(hosts.exits().ended).toEqual([expect.stringContaining('ended by itself (3)')]);
  expect(Number(await (await ask('/user')).text())).toBeGreaterThan(Date.now() + 3_000_000);
});

test('a killed process does not count as one that ended by itself', async () => {
  const { ended } = hosts.exits();
  const count = ended.length;
  await hosts.kill(0, 10);
  expect((await ask('/user')).status).toBe(200);
  expect(hosts.exits().ended).toHaveLength(count);
});
