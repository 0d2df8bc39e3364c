/**
 * Upstash's REST protocol for an ordinary Redis, so that the shop's own client uses a local database over the same
 * protocol as in production: one command (`POST /`), `/pipeline` and `/multi-exec`, with bearer tokens and base64.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { createClient, ErrorReply, RESP_TYPES } from 'redis';
import { type LoopbackServer, openLoopbackServer } from '../loopback-server.ts';
import { restrictToDeclaredKeys } from './declared-keys.ts';

export interface GatewayOptions {
  socketPath: string;
  /** The numbered database of a bearer token; undefined refuses the caller. */
  databaseFor: (token: string) => number | undefined;
}

type Reply = string | number | Buffer | null | undefined | ErrorReply | Reply[];
type Outcome = { result: unknown } | { error: string };

const LARGEST_BODY = 10 * 1024 * 1024;

/** Commands that Upstash does not offer over REST, or that reach beyond the caller's database. */
const UNAVAILABLE = new Set(
  (
    'ACL AUTH BGREWRITEAOF BGSAVE BLMOVE BLMPOP BLPOP BRPOP BRPOPLPUSH BZMPOP BZPOPMAX BZPOPMIN CLIENT CLUSTER CONFIG ' +
    'DEBUG DISCARD EXEC FAILOVER HELLO MIGRATE MODULE MONITOR MOVE MULTI PSUBSCRIBE PSYNC PUNSUBSCRIBE QUIT REPLICAOF ' +
    'RESET SAVE SELECT SHUTDOWN SLAVEOF SSUBSCRIBE SUBSCRIBE SUNSUBSCRIBE SWAPDB SYNC UNSUBSCRIBE UNWATCH WAIT WATCH'
  ).split(' '),
);

class BadRequest extends Error {
  readonly status: number;
  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex');

export const sameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());

function parseCommand(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw new BadRequest('ERR failed to parse command: send a JSON array such as ["GET", "key"].');
  }
  return value.map((part: unknown) => {
    if (typeof part === 'string') return part;
    if (typeof part === 'number' || typeof part === 'boolean') return String(part);
    throw new BadRequest(
      'ERR failed to parse command: every argument must be a string, a number or a boolean.',
    );
  });
}

function parseCommands(value: unknown): string[][] {
  if (!Array.isArray(value) || value.length === 0) {
    throw new BadRequest('ERR failed to parse pipeline: send a JSON array of commands.');
  }
  return value.map(parseCommand);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_BODY) {
    throw new BadRequest('ERR max request size exceeded: send less than 10 MB.', 413);
  }
  return json(request).catch(() => {
    throw new BadRequest('ERR failed to parse the body: send JSON.');
  });
}

function toWire(reply: Reply, base64: boolean, nested = false): unknown {
  if (reply === null || reply === undefined || typeof reply === 'number') return reply ?? null;
  if (Array.isArray(reply)) return reply.map((part) => toWire(part, base64, true));
  if (reply instanceof ErrorReply) return reply.message;
  if (!base64) return reply.toString();
  // Upstash does not encode the status OK; inside a list the same text is an ordinary value.
  if (reply === 'OK' && !nested) return reply;
  return Buffer.from(reply).toString('base64');
}

/** One database: the commands of one token, all over one connection. */
class Database {
  readonly #client;
  /** SHA-1 of the script as it was sent → SHA-1 of the script that Redis has. */
  readonly #heldScripts = new Map<string, string>();

  constructor(socketPath: string, database: number) {
    this.#client = createClient({
      RESP: 2,
      socket: { path: socketPath, tls: false },
      database,
      commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
    });
    this.#client.on('error', () => {});
  }

  async open(): Promise<this> {
    await this.#client.connect();
    return this;
  }

  close(): void {
    this.#client.destroy();
  }

  /** Never throws: a failed command is an ordinary result. */
  async #send(command: string[]): Promise<Reply> {
    try {
      return await this.#client.sendCommand<Reply>(command);
    } catch (error) {
      if (error instanceof ErrorReply) return error;
      return new ErrorReply(`ERR the local Redis did not answer: ${(error as Error).message}`);
    }
  }

  #rewrite([name = '', ...args]: string[]): string[] {
    const verb = name.toUpperCase();
    // An Upstash database has only one keyspace, so both commands mean the caller's own.
    if (verb === 'FLUSHALL') return ['FLUSHDB', ...args];
    if (verb.startsWith('EVALSHA')) {
      const [sha = '', ...rest] = args;
      return [name, this.#heldScripts.get(sha.toLowerCase()) ?? sha, ...rest];
    }
    const at = verb === 'SCRIPT' && args[0]?.toUpperCase() === 'LOAD' ? 1 : 0;
    if (at === 0 && verb !== 'EVAL' && verb !== 'EVAL_RO') return [name, ...args];
    const script = args[at] ?? '';
    const held = restrictToDeclaredKeys(script);
    this.#heldScripts.set(sha1(script), sha1(held));
    return [name, ...args.with(at, held)];
  }

  static #refusal(command: string[]): ErrorReply | undefined {
    const verb = command[0]?.toUpperCase() ?? '';
    return UNAVAILABLE.has(verb) ? new ErrorReply(`ERR Command is not available: '${verb}'`) : undefined;
  }

  run(command: string[]): Promise<Reply> {
    const refusal = Database.#refusal(command);
    return refusal ? Promise.resolve(refusal) : this.#send(this.#rewrite(command));
  }

  /** Sent without waiting in between, because commands written to one connection at once arrive in sequence. */
  async transact(commands: string[][]): Promise<Reply[]> {
    const refusal = commands.map(Database.#refusal).find((found) => found !== undefined);
    if (refusal) throw new BadRequest(`EXECABORT Transaction discarded because of: ${refusal.message}`);
    const replies = await Promise.all([
      this.#send(['MULTI']),
      ...commands.map((command) => this.#send(this.#rewrite(command))),
      this.#send(['EXEC']),
    ]);
    const outcome = replies.at(-1);
    if (Array.isArray(outcome)) return outcome;
    const cause = replies.find((reply) => reply instanceof ErrorReply);
    throw new BadRequest(
      `EXECABORT Transaction discarded because of: ${cause?.message ?? 'previous errors.'}`,
    );
  }
}

/** A request, however it arrives. */
interface GatewayRequest {
  method: string | undefined;
  /** Path and query, or the whole address. */
  url: string | undefined;
  authorization: string | null | undefined;
  encoding: string | string[] | null | undefined;
  /** Parses it. @throws if it is no JSON, or too large */
  body: () => unknown;
}

interface Databases {
  /** The status and the body of the response. Never throws. */
  answer: (request: GatewayRequest) => Promise<{ status: number; body: unknown }>;
  close: () => Promise<void>;
}

/** Answers requests without HTTP. */
export function openDatabases({ socketPath, databaseFor }: GatewayOptions): Databases {
  const databases = new Map<number, Promise<Database>>();
  const databaseAt = (index: number): Promise<Database> => {
    const known = databases.get(index) ?? new Database(socketPath, index).open();
    databases.set(index, known);
    return known;
  };

  async function run({ method, url, authorization, encoding, body }: GatewayRequest): Promise<unknown> {
    const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
    const index = token === undefined ? undefined : databaseFor(token);
    if (index === undefined) throw new BadRequest('WRONGPASS invalid or missing auth token', 401);
    const path = new URL(url ?? '/', 'http://gateway').pathname;
    if (!['/', '/pipeline', '/multi-exec'].includes(path)) {
      throw new BadRequest(`ERR ${path} is not served here: post to /, /pipeline or /multi-exec.`, 404);
    }
    if (method !== 'POST') throw new BadRequest('ERR method not allowed: use POST.', 405);

    const base64 = encoding === 'base64';
    const outcomeOf = (reply: Reply): Outcome =>
      reply instanceof ErrorReply ? { error: reply.message } : { result: toWire(reply, base64) };
    const sent = await body();
    const database = await databaseAt(index);
    if (path === '/multi-exec') return (await database.transact(parseCommands(sent))).map(outcomeOf);
    if (path === '/pipeline') {
      const commands = parseCommands(sent);
      return (await Promise.all(commands.map((command) => database.run(command)))).map(outcomeOf);
    }
    const reply = await database.run(parseCommand(sent));
    if (reply instanceof ErrorReply) throw new BadRequest(reply.message);
    return outcomeOf(reply);
  }

  return {
    answer: (request) =>
      run(request).then(
        (body) => ({ status: 200, body }),
        (error: unknown) => ({
          status: error instanceof BadRequest ? error.status : 500,
          body: { error: error instanceof Error ? error.message : 'ERR the gateway failed.' },
        }),
      ),
    close: async () => {
      for (const database of databases.values()) (await database.catch(() => undefined))?.close();
    },
  };
}

export async function startGateway(options: GatewayOptions): Promise<LoopbackServer> {
  const databases = openDatabases(options);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url, headers } = request;
    const { status, body } = await databases.answer({
      method,
      url,
      authorization: headers.authorization,
      encoding: headers['upstash-encoding'],
      body: () => readJson(request),
    });
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  }

  const server = await openLoopbackServer((request, response) => void answer(request, response));
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await databases.close();
    },
  };
}
