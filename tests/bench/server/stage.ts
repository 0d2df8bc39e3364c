/** The functions of netlify/functions in this process, with their neighbours in another, and every request counted. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import type { Context } from '@netlify/functions';
import { listFunctionFiles } from '../../../local/functions/functions-host.ts';
import { projectRoot } from '../../../scripts/setup.mjs';
import type { Asked } from './outside-services.ts';

/** What a call asked of Redis. Bytes are of bodies. */
export interface Traffic {
  trips: number;
  commands: number;
  bytesOut: number;
  bytesIn: number;
}

type Without<Union> = Union extends unknown ? Omit<Union, 'id'> : never;

export interface Stage {
  /** Names of all functions. */
  rooms: string[];
  /** Function name and request → answer, and what is still done behind it. */
  answer: (
    name: string,
    request: Request,
    ip?: string,
  ) => Promise<{ response: Response; behind: Promise<unknown> }>;
  /** The same, counted; resolves when what was left behind the answer is done, too. One at a time. */
  call: (name: string, request: Request, ip?: string) => Promise<Called>;
  neighbours: <Answer>(asked: Without<Asked>) => Promise<Answer>;
  /** Sends one command to Redis by the side of all counting. */
  redis: (...command: (string | number)[]) => Promise<unknown>;
  close: () => Promise<void>;
}

export interface Called {
  response: Response;
  body: Buffer;
  /** Until the answer was there, and with all that was done behind it. */
  untilAnswer: Traffic;
  whole: Traffic;
}

const none: Traffic = { trips: 0, commands: 0, bytesOut: 0, bytesIn: 0 };

export async function openStage(): Promise<Stage> {
  const child = fork(join(projectRoot, 'tests/bench/server/outside-services.ts'), ['https://shop.example'], {
    cwd: projectRoot,
  });
  const [settings] = (await once(child, 'message')) as [Record<string, string>];
  Object.assign(process.env, settings);
  const answers = new Map<number, (answer: unknown) => void>();
  child.on('message', ({ id, answer }: { id: number; answer: unknown }) => answers.get(id)?.(answer));
  let asked = 0;

  const plainFetch = globalThis.fetch;
  const redisUrl = settings['UPSTASH_REDIS_REST_URL'] ?? '';
  let traffic = { ...none };
  globalThis.fetch = async (input, init) => {
    const response = await plainFetch(input, init);
    if (String(input).startsWith(redisUrl)) {
      const body = String(init?.body ?? '');
      const sent = JSON.parse(body) as unknown[];
      traffic.trips += 1;
      traffic.commands += Array.isArray(sent[0]) ? sent.length : 1;
      traffic.bytesOut += Buffer.byteLength(body);
      const text = await response.text();
      traffic.bytesIn += Buffer.byteLength(text);
      return new Response(text, response);
    }
    return response;
  };

  const functions = new Map<string, (request: Request, context: Context) => Promise<Response>>();
  for (const { name, file } of await listFunctionFiles(join(projectRoot, 'netlify/functions'))) {
    const module = (await import(file)) as {
      default: (request: Request, context: Context) => Promise<Response>;
    };
    functions.set(name, module.default);
  }
  const rooms = [...functions.keys()];
  functions.set('empty', async () => new Response(null, { status: 204 }));

  const answer: Stage['answer'] = async (name, request, ip = '192.0.2.1') => {
    const works: Promise<unknown>[] = [];
    const context = {
      ip,
      deploy: { published: true },
      waitUntil: (work: Promise<unknown>) => works.push(work),
    } as unknown as Context;
    const handler = functions.get(name);
    if (!handler) throw new Error(`There is no function ${name}`);
    const response = await handler(request, context);
    return { response, behind: Promise.allSettled(works) };
  };

  return {
    rooms,
    answer,
    async call(name, request, ip) {
      traffic = { ...none };
      const { response, behind } = await answer(name, request, ip);
      const body = Buffer.from(await response.arrayBuffer());
      const untilAnswer = { ...traffic };
      await behind;
      return { response, body, untilAnswer, whole: { ...traffic } };
    },
    neighbours(question) {
      asked += 1;
      const id = asked;
      return new Promise((resolve) => {
        answers.set(id, (answer) => {
          answers.delete(id);
          resolve(answer as never);
        });
        child.send({ id, ...question });
      });
    },
    async redis(...command) {
      const response = await plainFetch(redisUrl, {
        method: 'POST',
        headers: { authorization: 'Bearer bench' },
        body: JSON.stringify(command),
      });
      return ((await response.json()) as { result: unknown }).result;
    },
    async close() {
      globalThis.fetch = plainFetch;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
