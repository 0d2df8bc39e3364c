import { timingSafeEqual } from 'node:crypto';
import process from 'node:process';
import type { Context } from '@netlify/functions';
import { MINUTE_MS } from '../../src/domain/time-units.ts';
import { keyFingerprint } from '../storage/person-hash.ts';

/** Internal calls from one function of the shop to another. A signature with the shop's secret keeps others out. */

const HEADER = 'x-shop-seal';
/** Allowed difference of the clocks. A repeated call is harmless, because a lock allows one run at a time. */
const GOOD_MS = 5 * MINUTE_MS;
const ANSWER_TIMEOUT_MS = 5_000;

/** Starts a background function. @throws Error if Netlify does not accept the call */
export async function callOwnFunction(name: string, { site }: Partial<Context> = {}): Promise<void> {
  const at = String(Date.now());
  const { status } = await fetch(new URL(`/.netlify/functions/${name}`, site?.url ?? process.env['URL']), {
    method: 'POST',
    headers: { [HEADER]: `${at}.${keyFingerprint(`${name} ${at}`)}` },
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  if (status !== 202) throw new Error(`The function ${name} did not start: ${status}`);
}

export function isInternalCall(name: string, { headers }: Request): boolean {
  const [at = '', seal = ''] = (headers.get(HEADER) ?? '').split('.');
  if (!/^\d{1,15}$/.test(at) || !(Math.abs(Date.now() - Number(at)) < GOOD_MS)) return false;
  const ours = Buffer.from(keyFingerprint(`${name} ${at}`));
  const theirs = Buffer.from(seal);
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}
