/**
 * A network between a browser and a server of this process, as TCP behaves on it: a shared bandwidth in each direction,
 * the time light takes, one round trip before a connection may speak, and slow start. No packet is ever lost.
 *
 * It stands below TLS and HTTP/2, so a browser's own choices (how many connections, which priorities, a service worker,
 * a page prepared ahead) are all slowed down as they would be; DevTools' emulation delays each request by itself.
 */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Duplex } from 'node:stream';

export interface NetworkProfile {
  rttMs: number;
  /** Kilobits of TCP payload a second, shared by all connections; Infinity is as fast as this machine. */
  downKbps: number;
  upKbps: number;
}

export const undelayed: NetworkProfile = {
  rttMs: 0,
  downKbps: Number.POSITIVE_INFINITY,
  upKbps: Number.POSITIVE_INFINITY,
};

const SEGMENT_BYTES = 1_460;
/** RFC 6928. */
const INITIAL_WINDOW_BYTES = 10 * SEGMENT_BYTES;
/** What a sender keeps ready beyond what is on its way (TCP_NOTSENT_LOWAT): little, so that urgent answers overtake. */
const READY_BYTES = 2 * SEGMENT_BYTES;

function after(ms: number, work: () => void): void {
  if (ms <= 0) work();
  else setTimeout(work, ms);
}

/** One direction of one connection. */
class Flow {
  #waiting: { bytes: Buffer; taken: () => void }[] = [];
  #backlog = 0;
  #inFlight = 0;
  #window = INITIAL_WINDOW_BYTES;
  #undelivered = 0;
  #onTheWay: Buffer[] = [];
  #ended: (() => void) | undefined;
  readonly #receive: (bytes: Buffer) => void;

  constructor(receive: (bytes: Buffer) => void) {
    this.#receive = receive;
  }

  /** Hands over the segment that has been on its way longest: timers of nearly the same time may swap places. */
  deliver(): void {
    const segment = this.#onTheWay.shift();
    if (!segment) return;
    this.#receive(segment);
    this.#undelivered -= segment.byteLength;
    this.#endIfDone();
  }

  /** @param ended called when everything has been delivered */
  end(ended: () => void): void {
    this.#ended = ended;
    this.#endIfDone();
  }

  /** @param taken called when there is room for more */
  push(bytes: Buffer, taken: () => void = () => {}): void {
    this.#waiting.push({ bytes, taken });
    this.#backlog += bytes.byteLength;
    this.#undelivered += bytes.byteLength;
  }

  isReady(): boolean {
    return this.#backlog > 0 && this.#window - this.#inFlight >= Math.min(SEGMENT_BYTES, this.#backlog);
  }

  /** @returns the bytes of the next segment, which is on its way now */
  send(): number {
    const parts: Buffer[] = [];
    let room = SEGMENT_BYTES;
    for (let first = this.#waiting[0]; first && room > 0; first = this.#waiting[0]) {
      const part = first.bytes.subarray(0, room);
      parts.push(part);
      room -= part.byteLength;
      if (part.byteLength < first.bytes.byteLength) first.bytes = first.bytes.subarray(part.byteLength);
      else this.#leave();
    }
    const segment = Buffer.concat(parts);
    this.#backlog -= segment.byteLength;
    this.#inFlight += segment.byteLength;
    if (this.#backlog <= READY_BYTES) for (const { taken } of this.#waiting) taken();
    this.#onTheWay.push(segment);
    return segment.byteLength;
  }

  acknowledge(bytes: number): void {
    this.#inFlight -= bytes;
    this.#window += bytes;
  }

  #endIfDone(): void {
    if (this.#undelivered > 0) return;
    this.#ended?.();
    this.#ended = undefined;
  }

  #leave(): void {
    this.#waiting.shift()?.taken();
  }
}

/** One direction of the network: the connections take turns, segment by segment. */
class Line {
  readonly #kbps: () => number;
  readonly #rttMs: () => number;
  #flows: Flow[] = [];
  #freeAt = 0;
  #isIdle = true;
  #timer: NodeJS.Timeout | undefined;

  constructor(kbps: () => number, rttMs: () => number) {
    this.#kbps = kbps;
    this.#rttMs = rttMs;
  }

  add(flow: Flow): void {
    this.#flows.push(flow);
  }

  remove(flow: Flow): void {
    this.#flows = this.#flows.filter((other) => other !== flow);
  }

  pump(): void {
    if (this.#timer) return;
    for (;;) {
      const now = performance.now();
      if (this.#freeAt > now && !this.#isIdle) {
        this.#timer = setTimeout(() => {
          this.#timer = undefined;
          this.pump();
        }, this.#freeAt - now);
        return;
      }
      const flow = this.#flows.find((one) => one.isReady());
      if (!flow) {
        this.#isIdle = true;
        return;
      }
      this.remove(flow);
      this.add(flow);
      // A timer that woke late must not cost bandwidth.
      const start = this.#isIdle ? Math.max(now, this.#freeAt) : this.#freeAt;
      this.#isIdle = false;
      const bytes = flow.send();
      this.#freeAt = start + (bytes * 8) / this.#kbps();
      const arrival = this.#freeAt - now + this.#rttMs() / 2;
      after(arrival, () => flow.deliver());
      after(arrival + this.#rttMs() / 2, () => {
        flow.acknowledge(bytes);
        this.pump();
      });
    }
  }
}

export interface SlowNetwork {
  port: number;
  /** For whatever is sent from now on. */
  become: (profile: NetworkProfile) => void;
  /** Bytes of TCP payload since it was opened. */
  carried: () => { down: number; up: number };
  close: () => Promise<void>;
}

/** @param accept gets the server's end of every connection */
export async function openSlowNetwork(accept: (connection: Duplex) => void): Promise<SlowNetwork> {
  let profile = undelayed;
  const carried = { down: 0, up: 0 };
  const rttMs = () => profile.rttMs;
  const down = new Line(() => profile.downKbps, rttMs);
  const up = new Line(() => profile.upKbps, rttMs);
  const sockets = new Set<Socket>();

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    const toBrowser = new Flow((bytes) => {
      carried.down += bytes.byteLength;
      if (socket.writable) socket.write(bytes);
    });
    const toServer = new Flow((bytes) => {
      carried.up += bytes.byteLength;
      end.push(bytes);
    });
    const end = new Duplex({
      read() {},
      write(chunk: Buffer, _encoding, done) {
        let isTold = false;
        toBrowser.push(chunk, () => {
          if (isTold) return;
          isTold = true;
          setImmediate(done);
        });
        down.pump();
      },
      final(done) {
        toBrowser.end(() => socket.end());
        done();
      },
      destroy(error, done) {
        socket.destroy();
        done(error);
      },
    });
    const forget = () => {
      sockets.delete(socket);
      down.remove(toBrowser);
      up.remove(toServer);
    };
    down.add(toBrowser);
    up.add(toServer);
    socket.on('error', () => end.destroy());
    socket.on('end', () => void opened.then(() => toServer.end(() => end.push(null))));
    socket.on('close', () => {
      forget();
      end.destroy();
    });
    end.on('error', () => socket.destroy());
    // The kernel has shaken hands at once; on the network that took a round trip.
    const opened = new Promise<void>((resolve) => after(rttMs(), resolve));
    socket.on('data', (bytes) => {
      void opened.then(() => {
        toServer.push(bytes);
        up.pump();
      });
    });
    accept(end);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    become: (next) => {
      profile = next;
    },
    carried: () => ({ ...carried }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
