import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  Lane,
  type LineProfile,
  largestWindow,
  openLine,
  PACKET_BYTES,
  Sender,
  slowLine,
} from './speed/line.ts';

/** At 50 bytes a ms, a full packet with its header takes 28.8 ms. */
const PACKET_MS = (PACKET_BYTES + 40) / 50;
const HALF_RTT_MS = slowLine.rttMs / 2;

/** Timers count whole ms, and a packet counts as due within half of one. */
const toleranceMs = 1;

interface Arrival {
  name: string;
  at: number;
}

describe('the line with fake timers', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const began = () => {
    const start = performance.now();
    const arrivals: Arrival[] = [];
    const note = (name: string) => () => arrivals.push({ name, at: performance.now() - start });
    return { arrivals, note };
  };

  test('packets leave in sequence and arrive half a round trip later', () => {
    const lane = new Lane(slowLine);
    const { arrivals, note } = began();
    lane.send(Buffer.alloc(3 * PACKET_BYTES), note('packet'));
    vi.runAllTimers();
    expect(arrivals).toHaveLength(3);
    for (const [index, { at }] of arrivals.entries()) {
      const expected = (index + 1) * PACKET_MS + HALF_RTT_MS;
      expect(Math.abs(at - expected)).toBeLessThanOrEqual(toleranceMs);
    }
    expect(lane.carriedBytes).toBe(3 * PACKET_BYTES);
  });

  test('an urgent response waits behind all earlier data of other connections', () => {
    const lane = new Lane(slowLine);
    const { arrivals, note } = began();
    lane.send(Buffer.alloc(10 * PACKET_BYTES), note('pictures'));
    lane.send(Buffer.alloc(100), note('urgent'));
    vi.runAllTimers();
    const last = arrivals.at(-1);
    expect(last?.name).toBe('urgent');
    expect(last?.at).toBeGreaterThan(10 * PACKET_MS + HALF_RTT_MS);
  });

  test('two connections share the bandwidth', () => {
    const lane = new Lane(slowLine);
    const { arrivals, note } = began();
    const both = ['one', 'another'].map((name) => new Sender(lane, note(name)));
    for (const sender of both) sender.push(Buffer.alloc(5 * PACKET_BYTES));
    vi.runAllTimers();
    expect(arrivals).toHaveLength(10);
    expect(Math.abs((arrivals.at(-1)?.at ?? 0) - (10 * PACKET_MS + HALF_RTT_MS))).toBeLessThanOrEqual(
      toleranceMs,
    );
  });

  /** So fast that the packets of one window arrive together. */
  const farAway: LineProfile = { rttMs: 300, kbps: 1_000_000 };

  test('slow start: ten packets, then two for each acknowledged one', () => {
    const { arrivals, note } = began();
    new Sender(new Lane(farAway), note('packet')).push(Buffer.alloc(71 * PACKET_BYTES));
    vi.runAllTimers();
    const trips = arrivals.map(({ at }) => Math.floor((at - 150) / farAway.rttMs));
    const counts = [0, 1, 2, 3].map((trip) => trips.filter((one) => one === trip).length);
    expect(counts).toEqual([10, 20, 40, 1]);
  });

  test('the window stops growing at the size of the buffer of the line', () => {
    expect(largestWindow(slowLine)).toBe(50_000);
    expect(largestWindow({ rttMs: 10, kbps: 400 })).toBe(14 * PACKET_BYTES);
    const near: LineProfile = { rttMs: 100, kbps: 800 };
    const sent: number[] = [];
    const lane = new Lane(near);
    const send = vi.spyOn(lane, 'send');
    send.mockImplementation((bytes, deliver) => {
      sent.push(bytes.byteLength);
      setTimeout(() => deliver(bytes), 50);
    });
    new Sender(lane, () => {}).push(Buffer.alloc(400_000));
    vi.runAllTimers();
    expect(Math.max(...sent)).toBe(largestWindow(near));
  });
});

describe('the relay', () => {
  /** Answers the first request and closes. */
  async function openServer(answer: string): Promise<number> {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(answer));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return (server.address() as AddressInfo).port;
  }

  test('adds a round trip for the handshake and one for the request', async () => {
    const rttMs = 120;
    const line = await openLine({ rttMs, kbps: 80_000 }, await openServer('yes'));
    onTestFinished(() => line.close());
    const socket = connect(line.port, '127.0.0.1');
    await once(socket, 'connect');
    const asked = performance.now();
    socket.write('please');
    expect(await text(socket)).toBe('yes');
    // A busy machine can only take longer.
    expect(performance.now() - asked).toBeGreaterThanOrEqual(2 * rttMs - 3);
  });
});
