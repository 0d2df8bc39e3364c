import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openSlowNetwork, type NetworkProfile } from '../../scripts/bench/speed/slow-network.ts';

const KILOBYTE = 1_000;

test('A download takes as long as bandwidth, distance and slow start say', async () => {
  const profile = { rttMs: 40, downKbps: 400, upKbps: 400 };
  const took = await download(profile, 100 * KILOBYTE);
  // The handshake, the way of the question and back; ten segments fill this line from the start.
  expectAbout(took.lastMs, 2 * profile.rttMs + (100 * KILOBYTE * 8) / profile.downKbps);
  expect(took.firstMs).toBeLessThan(2 * profile.rttMs + 60);
});

test('Far away, a connection sends ten segments, then as many more as have been acknowledged', async () => {
  const profile = { rttMs: 300, downKbps: Number.POSITIVE_INFINITY, upKbps: Number.POSITIVE_INFINITY };
  // 10, 20 and 40 segments go out in the first three round trips; the seventy-first waits for the fourth.
  expectAbout((await download(profile, 70 * 1_460)).lastMs, (2 + 2) * profile.rttMs);
  expectAbout((await download(profile, 71 * 1_460)).lastMs, (2 + 3) * profile.rttMs);
});

test('Two connections share one line', async () => {
  const profile = { rttMs: 20, downKbps: 800, upKbps: 800 };
  const network = await open(profile, 25 * KILOBYTE);
  const both = await Promise.all([fetchFrom(network.port), fetchFrom(network.port)]);
  const alone = (25 * KILOBYTE * 8) / profile.downKbps;
  expectAbout(Math.max(...both.map(({ lastMs }) => lastMs)), 2 * profile.rttMs + 2 * alone);
  expect(network.carried().down).toBe(2 * 25 * KILOBYTE);
});

test('What was sent in many small pieces comes in their order', async () => {
  const profile = { rttMs: 30, downKbps: 4_000, upKbps: 4_000 };
  const pieces = Array.from({ length: 1_000 }, (_, place) => `${place} `);
  const network = await openSlowNetwork((connection) => {
    connection.once('data', () => {
      for (const piece of pieces) connection.write(piece);
      connection.end();
    });
  });
  network.become(profile);
  onTestFinished(() => network.close());
  const socket = connect(network.port, '127.0.0.1');
  socket.write('please');
  expect(await text(socket)).toBe(pieces.join(''));
});

interface Took {
  firstMs: number;
  lastMs: number;
}

async function open(profile: NetworkProfile, bytes: number) {
  const network = await openSlowNetwork((connection) => {
    connection.once('data', () => connection.end(Buffer.alloc(bytes)));
  });
  network.become(profile);
  onTestFinished(() => network.close());
  return network;
}

async function download(profile: NetworkProfile, bytes: number): Promise<Took> {
  return fetchFrom((await open(profile, bytes)).port, bytes);
}

/** Asks for the bytes, and says when the first and the last of them came. */
async function fetchFrom(port: number, bytes?: number): Promise<Took> {
  const began = performance.now();
  const socket: Socket = connect(port, '127.0.0.1');
  socket.write('please');
  const took = { firstMs: 0, lastMs: 0 };
  let got = 0;
  socket.on('data', (part: Buffer) => {
    took.lastMs = performance.now() - began;
    took.firstMs ||= took.lastMs;
    got += part.byteLength;
  });
  await once(socket, 'end');
  if (bytes !== undefined) expect(got).toBe(bytes);
  return took;
}

/** Within a tenth; a timer may come late, and never early. */
function expectAbout(tookMs: number, wantedMs: number): void {
  expect(tookMs).toBeGreaterThan(wantedMs * 0.98);
  expect(tookMs).toBeLessThan(wantedMs * 1.1 + 15);
}
