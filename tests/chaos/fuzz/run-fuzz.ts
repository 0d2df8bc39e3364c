/** Runs many episodes at once against an open shop until enough requests are sent, and shrinks failures. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { ApiDescription } from '../../../scripts/openapi/document.ts';
import { type Episode, episodes } from './episodes.ts';
import { fillMarks, type Marks } from './wire-request.ts';
import type { Step } from './steps.ts';
import { idempotencyHeader } from '../../../src/contract/endpoints.ts';
import { checkBy, type Problem } from './assertions.ts';
import type { Target } from './target.ts';
import { sendTo, type WireAnswer, type WireRequest } from './raw-http.ts';
import { type Attacker, send, type CanaryShop } from './canaries.ts';

export interface FuzzOptions {
  seed: number;
  /** The number of hostile requests; the valid steps between them are extra. */
  requests: number;
  /** The number of concurrent attackers. */
  attackers: number;
  /** The position of a failure within its seed; runs only that again. */
  path?: string | undefined;
}

export interface Finding {
  problems: Problem[];
  /** The round, with the path inside it: enough to run it again. */
  seed: number;
  path: string;
  /** The shortest reproduction found, as sent and answered. */
  reproduction: string;
}

/** Runs of one property; few, so that attackers end together. */
const EPISODES_A_ROUND = 20;
/** A shop that fails everywhere needs no more findings. */
const MOST_FINDINGS = 12;
const SHRINKING_MS = 20_000;

export async function fuzz(
  target: Target,
  description: ApiDescription,
  shop: CanaryShop,
  { seed, requests, attackers, path }: FuzzOptions,
) {
  const checkAnswer = checkBy(description);
  const arbitrary = episodes(description);
  const tally = newTally();
  const findings: Finding[] = [];
  /** Reported problems, which must not hide others. */
  const known = new Set<string>();
  const startedAt = performance.now();
  const toShop = sendTo(target.port);
  /** Why the run ended early, on this side. */
  let brokenOff = null as string | null;
  let round = 0;

  async function attack(): Promise<void> {
    while (
      target.isAlive() &&
      brokenOff === null &&
      tally.hostile < requests &&
      findings.length < MOST_FINDINGS
    ) {
      const own = seed + round;
      round += 1;
      let last: Found | null = null;
      const property = fc.asyncProperty(arbitrary, async (episode) => {
        if (tally.hostile >= requests && last === null) return;
        const failed = await play(episode);
        if (!failed || failed.problems.every((problem) => known.has(signature(problem)))) return;
        last = failed;
        throw new Error(failed.problems.map(({ text }) => text).join('; '));
      });
      const details = await fc.check(property, {
        seed: own,
        numRuns: EPISODES_A_ROUND,
        interruptAfterTimeLimit: SHRINKING_MS,
        ...(path !== undefined && { path, endOnFailure: true }),
      });
      const found = last as Found | null;
      if (!found && details.errorInstance) brokenOff ??= String(details.errorInstance);
      if (found) {
        for (const problem of found.problems) known.add(signature(problem));
        findings.push({ ...found, seed: own, path: details.counterexamplePath ?? '' });
      }
      if (path !== undefined) break;
    }
  }

  async function play(episode: Episode): Promise<Found | null> {
    const calls = episode.steps.map(({ call }) => call);
    const attacker = await shop.newAttacker(new Set(calls));
    const marks = marksOf(shop, attacker);
    tally.accounts += 1;
    const said: string[] = [];
    const told = (problems: readonly Problem[], call: string): Found => ({
      problems: problems.map(({ aim, text }) => ({ aim, text: `${call}: ${text}` })),
      reproduction: said.join('\n\n'),
    });
    let token: string | null = attacker.token;
    for (const [at, step] of episode.steps.entries()) {
      if (step.isSane) payOrSignIn(target, step.call, marks);
      const request = fillMarks(step, episode, marks.value, target.secrets);
      tally.sent += 1;
      tally.hostile += Number(step.isHostile);
      const answer = await toShop(request);
      said.push(written(request, answer));
      if (answer.status === 0) return told([{ aim: 'else', text: answer.body }], step.call);
      countAnswered(tally, step, answer);
      const problems = checkAnswer(request, answer, { call: step.call, canary: attacker.canary, token });
      if (problems.length > 0) return told(problems, step.call);
      marks.learn(request, answer);
      if (isDone(answer, step, endsSessions)) token = null;
      // The next request asks for an invoice.
      const isSent = isDone(answer, step, placesOrders) && calls.includes('order.invoice', at + 1);
      if (isSent) await send(marks.value('own.order'), attacker);
    }
    return null;
  }

  await Promise.all(Array.from({ length: path === undefined ? attackers : 1 }, attack));
  return { ...tally, findings, brokenOff, seconds: (performance.now() - startedAt) / 1_000 };
}

export type FuzzOutcome = Awaited<ReturnType<typeof fuzz>>;

type Found = Pick<Finding, 'problems' | 'reproduction'>;

const newTally = () => ({
  sent: 0,
  /** Hostile requests among those sent. */
  hostile: 0,
  /** The number of attackers, each with an own address. */
  accounts: 0,
  /** Call → status → count. */
  statuses: new Map<string, Map<number, number>>(),
  times: [] as number[],
});

const endsSessions = new Set(['user.logout', 'user.delete', 'user.reset']);
const placesOrders = new Set(['order.place']);
const isDone = ({ status }: WireAnswer, { call }: Step, calls: ReadonlySet<string>): boolean =>
  status === 200 && calls.has(call);

/** What a shopper has from a provider at this call; empty if the provider knows no such payment. */
function payOrSignIn({ providers }: Target, call: string, { value, own }: ReturnType<typeof marksOf>): void {
  if (call === 'user.google') {
    Object.assign(own, { credential: providers.google.credential({ email: value('new.email') }) });
  }
  if (call !== 'order.verifyRazorpay') return;
  try {
    const paid = providers.razorpay.pay(value('own.reference'), { webhook: 'never' });
    if ('error' in paid) return;
    Object.assign(own, { payment: paid.razorpay_payment_id, signature: paid.razorpay_signature });
  } catch {
    // There is no such order.
  }
}

/** Removes numbers and ids, which differ from run to run. */
const signature = ({ text }: Problem): string => text.replace(/[0-9a-f]{8,}|\d+ ms/gi, '#');

function countAnswered(tally: ReturnType<typeof newTally>, { call }: Step, answer: WireAnswer): void {
  const statuses = tally.statuses.get(call) ?? new Map<number, number>();
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  tally.statuses.set(call, statuses);
  tally.times.push(answer.ms);
}

/** As sent, with long parts shortened. */
function written({ method, target, headers, body }: WireRequest, answer: WireAnswer): string {
  const cut = (text: string) => (text.length > 400 ? `${text.slice(0, 400)}… (${text.length})` : text);
  return [
    cut(`${method} ${target}`),
    ...headers.map(([name, value]) => cut(`${name}: ${value}`)),
    ...(body ? ['', cut(JSON.stringify(body.toString('utf8')))] : []),
    `→ ${answer.status} in ${Math.round(answer.ms)} ms`,
    cut(answer.body),
  ].join('\n');
}

/** The values of an episode's marks; answers add to them. */
function marksOf({ bystanders }: CanaryShop, attacker: Attacker) {
  const { token } = attacker;
  const own: Record<string, string> = {
    ...attacker,
    'token.cut': token.slice(0, -3),
    'token.flipped': `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    key: randomUUID(),
    order: 'A'.repeat(20),
    address: 'none',
    news: 'none',
    credential: 'none',
    payment: 'pay_none',
    signature: '0'.repeat(64),
    reference: 'order_none',
  };
  return {
    own,
    value: ((mark) => {
      const [who, ...rest] = mark.split('.');
      if (who === 'own') return own[rest.join('.')] ?? '';
      if (who === 'now') return String(Math.floor(Date.now() / 1_000));
      if (who === 'fresh') return randomUUID();
      if (who === 'new') return `new-${randomUUID()}@${attacker.canary}.example.com`;
      const victim: Record<string, string> = bystanders[Number(rest[1]) % bystanders.length] ?? {};
      return victim[rest[0] ?? ''] ?? '';
    }) satisfies Marks,
    learn: ({ headers }: WireRequest, { status, body }: WireAnswer): void => {
      own['key'] = headers.find(([name]) => name === idempotencyHeader)?.[1] ?? own['key'] ?? '';
      if (status !== 200 || !body.startsWith('{')) return;
      const said = JSON.parse(body) as {
        orderId?: string;
        order?: { id: string };
        session_url?: string;
        addresses?: { _id: string }[];
        notifications?: { _id: string }[];
      };
      own['order'] = said.orderId ?? own['order'] ?? '';
      own['reference'] =
        said.order?.id ?? said.session_url?.split('/').at(-1)?.split(/[?#]/)[0] ?? own['reference'] ?? '';
      own['address'] = said.addresses?.[0]?._id ?? own['address'] ?? '';
      own['news'] = said.notifications?.[0]?._id ?? own['news'] ?? '';
    },
  };
}
