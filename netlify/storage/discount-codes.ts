import { chunksOf } from '../../src/domain/chunks.ts';
import type { Order } from '../../src/domain/order.ts';
import { codeKeysOf } from './discount-code-uses.ts';
import { read, type Shopper } from './session-and-limits.ts';
import { codeAccountKey, codeOrderKey, codesKey } from './keys.ts';
import { redis } from './redis.ts';
import { readDocument } from './document-versions.ts';

/** A discount code. It belongs to nobody: anybody who has it may use it once. Times in ms. */
export interface Code {
  code: string;
  /** Of the subtotal. */
  percent: number;
  madeAt: number;
  expiresAt: number;
}

/** A code and the order that uses it, or reserves it while its payment is pending. */
export interface CodeInUse extends Code {
  orderId: string | null;
}

/** A code as one shopper sees it. */
export interface CodeForShopper extends CodeInUse {
  /** The order in which the shopper's account uses its one code. */
  accountOrderId: string | null;
}

/** Null if there is no such code. @throws SessionEnded, TooMany */
export async function readCode(shopper: Shopper, code: string): Promise<CodeForShopper | null> {
  const [text, orderId, ofAccount] = await read(shopper, (pipeline) =>
    pipeline.hget(codesKey(), code).get(codeOrderKey(code)).get(codeAccountKey(shopper.session.userId)),
  );
  if (typeof text !== 'string') return null;
  return { ...inUse(text, orderId), accountOrderId: typeof ofAccount === 'string' ? ofAccount : null };
}

/** Like `readCode`, without a shopper. */
export async function readMade(code: string): Promise<CodeInUse | null> {
  const [text, orderId] = await redis()
    .pipeline()
    .hget(codesKey(), code)
    .get(codeOrderKey(code))
    .exec<[string | null, string | null]>();
  return text === null ? null : inUse(text, orderId);
}

/** The id of the order that uses a code; null if none does. */
export async function readHolder(code: string): Promise<string | null> {
  return redis().get<string>(codeOrderKey(code));
}

/** Whether another order uses this order's code, or the one code of its account or its phone number. */
export async function isCodeElsewhere(order: Order): Promise<boolean> {
  const holders = await redis().mget<(string | null)[]>(...codeKeysOf(order));
  return holders.some((orderId) => orderId !== null && orderId !== order.id);
}

export async function countCodes(): Promise<number> {
  return redis().hlen(codesKey());
}

/** All codes, oldest first. */
export async function readCodes(): Promise<CodeInUse[]> {
  const texts: string[] = await redis().hvals(codesKey());
  const codes = texts.map((text) => readDocument<Code>('code', text)).sort((a, b) => a.madeAt - b.madeAt);
  const all: CodeInUse[] = [];
  for (const part of chunksOf(codes, AT_ONCE)) {
    const orderIds = await redis().mget<(string | null)[]>(...part.map(({ code }) => codeOrderKey(code)));
    all.push(...part.map((code, at) => ({ ...code, orderId: orderIds[at] ?? null })));
  }
  return all;
}

const AT_ONCE = 500;

function inUse(text: string, orderId: unknown): CodeInUse {
  return { ...readDocument<Code>('code', text), orderId: typeof orderId === 'string' ? orderId : null };
}
