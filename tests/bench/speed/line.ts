/**
 * The slow line between a phone and a shop: a TCP relay below TLS and HTTP/2. All connections share one queue in each
 * direction, and the queue keeps its order: an urgent response waits behind everything sent before it. A new connection
 * costs one round trip, and its sender starts slowly (RFC 6928). No packet is lost.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface LineProfile {
  rttMs: number;
  /** In each direction; 1 kbit/s is 1 bit per ms. */
  kbps: number;
}

export const slowLine: LineProfile = { rttMs: 400, kbps: 400 };

export const PACKET_BYTES = 1_400;
const HEADER_BYTES = 40;
const INITIAL_WINDOW_BYTES = 10 * PACKET_BYTES;
/** A multiple of the bandwidth-delay product, because a real line's buffer exceeds the line's own capacity. */
const BUFFER_FACTOR = 2.5;

const bytesPerMs = ({ kbps }: LineProfile) => kbps / 8;

export function largestWindow(profile: LineProfile): number {
  return Math.max(14 * PACKET_BYTES, BUFFER_FACTOR * bytesPerMs(profile) * profile.rttMs);
}

interface Packet {
  arrivesAt: number;
  bytes: Buffer;
  deliver: (bytes: Buffer) => void;
}

/** One direction of the line. One timer serves the head of the queue, because two timers can fire out of order. */
export class Lane {
  readonly profile: LineProfile;
  carriedBytes = 0;
  #freeAt = 0;
  #underway: Packet[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(profile: LineProfile) {
    this.profile = profile;
  }

  /** @param deliver called once for each packet, half a round trip after the packet has left the queue */
  send(bytes: Buffer, deliver: (bytes: Buffer) => void): void {
    this.carriedBytes += bytes.byteLength;
    for (let offset = 0; offset < bytes.byteLength; offset += PACKET_BYTES) {
      const packet = bytes.subarray(offset, offset + PACKET_BYTES);
      const sendMs = (packet.byteLength + HEADER_BYTES) / bytesPerMs(this.profile);
      this.#freeAt = Math.max(this.#freeAt, performance.now()) + sendMs;
      this.#underway.push({ arrivesAt: this.#freeAt + this.profile.rttMs / 2, bytes: packet, deliver });
    }
    this.#wait();
  }

  #wait(): void {
    const [first] = this.#underway;
    if (!first || this.#timer) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#deliverDue();
        this.#wait();
      },
      Math.max(0, first.arrivesAt - performance.now()),
    );
  }

  #deliverDue(): void {
    // Timers count whole ms, so a packet may be due within the current one.
    const now = performance.now() + 0.5;
    for (let first = this.#underway[0]; first && first.arrivesAt <= now; first = this.#underway[0]) {
      this.#underway.shift();
      first.deliver(first.bytes);
    }
  }
}

/** The sender of one connection: unacknowledged bytes fill a window that grows with acknowledgements. */
export class Sender {
  readonly #lane: Lane;
  readonly #deliver: (bytes: Buffer) => void;
  #waiting: Buffer[] = [];
  #inFlight = 0;
  #window = INITIAL_WINDOW_BYTES;
  #finished: (() => void) | undefined;

  constructor(lane: Lane, deliver: (bytes: Buffer) => void) {
    this.#lane = lane;
    this.#deliver = deliver;
  }

  push(bytes: Buffer): void {
    this.#waiting.push(bytes);
    this.#pump();
  }

  /** @param finished called when everything has been acknowledged */
  end(finished: () => void): void {
    this.#finished = finished;
    this.#pump();
  }

  #pump(): void {
    for (let next = this.#waiting[0]; next && this.#inFlight < this.#window; next = this.#waiting[0]) {
      const part = next.subarray(0, Math.max(PACKET_BYTES, this.#window - this.#inFlight));
      if (part.byteLength === next.byteLength) this.#waiting.shift();
      else this.#waiting[0] = next.subarray(part.byteLength);
      this.#inFlight += part.byteLength;
      this.#lane.send(part, (packet) => {
        this.#deliver(packet);
        setTimeout(() => this.#acknowledge(packet.byteLength), this.#lane.profile.rttMs / 2);
      });
    }
    if (this.#waiting.length === 0 && this.#inFlight === 0) this.#finished?.();
  }

  #acknowledge(bytes: number): void {
    this.#inFlight -= bytes;
    this.#window = Math.min(this.#window + bytes, largestWindow(this.#lane.profile));
    this.#pump();
  }
}

/** @param port of the server on this machine behind the line */
export async function openLine(profile: LineProfile, port: number) {
  const [down, up] = [new Lane(profile), new Lane(profile)];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  const relay = createServer({ noDelay: true, pauseOnConnect: true }, (phone) => {
    const server = connect({ port, host: '127.0.0.1', noDelay: true });
    keep(phone);
    keep(server);
    const sender = new Sender(down, (packet) => phone.writable && phone.write(packet));
    server.on('data', (bytes) => sender.push(bytes));
    server.on('end', () => sender.end(() => phone.end()));
    phone.on('data', (bytes) => up.send(bytes, (packet) => server.writable && server.write(packet)));
    phone.on('close', () => setTimeout(() => server.destroy(), profile.rttMs));
    // The system accepts the connection at once; on the line, the handshake takes one round trip.
    setTimeout(() => phone.resume(), profile.rttMs);
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  return {
    port: (relay.address() as AddressInfo).port,
    /** TCP payload to the phone since the line was opened, with headers and handshakes. */
    downBytes: () => down.carriedBytes,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      relay.close();
      await once(relay, 'close');
    },
  };
}

export type Line = Awaited<ReturnType<typeof openLine>>;
