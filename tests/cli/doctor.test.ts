import { expect, test } from 'vitest';
import { openLoopbackServer } from '../../local/loopback-server.ts';
import { shopCommand } from '../support/command.ts';

test('a shop with a problem ends in exit code 1, with a line for each thing to do', async () => {
  const { url, stop } = await openLoopbackServer((_request, response) => {
    response.writeHead(503).end('{"message":"It rains."}');
  });
  const { out, err, code } = await shopCommand(`doctor ${url}`);
  await stop();
  expect([code, err]).toEqual([1, `Looking at ${url}\n`]);
  expect(out).toMatch(/^✗ {2}The shop answers +\/api\/health: It rains\.$/m);
  expect(out).toMatch(/^✓ {2}Scripts: JSON/m);
  expect(out).toMatch(/^✗ The shop answers\n {2}Is the address right\?/m);
  expect(out).toMatch(/\d+ things are wrong\.\n$/);
});

test('doctor refuses a missing or invalid address', async () => {
  const none = { SHOP_DATA: '/nowhere', UPSTASH_REDIS_REST_URL: '', UPSTASH_REDIS_REST_TOKEN: '' };
  expect((await shopCommand('doctor', none)).err).toMatch(/^✗ Name a shop: /);
  const { err, code } = await shopCommand('doctor shop.example', none);
  expect([err, code]).toEqual(['✗ shop.example is not an address such as https://your-site.\n', 1]);
});
