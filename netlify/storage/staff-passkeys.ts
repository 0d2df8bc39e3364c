import { readDocument, writeDocument } from './document-versions.ts';
import { staffPasskeysKey } from './staff-keys.ts';
import type { Change, Write } from './transaction.ts';
import { redis } from './redis.ts';

/** The public half of a passkey. All passkeys of all staff are one document: a label has few of them. */
export interface Passkey {
  /** The credential's id, in base64url. */
  id: string;
  email: string;
  name: string;
  /** The public key, in base64url. */
  publicKey: string;
  /** How often it was used, if the authenticator counts: a copy of it would fall behind. */
  counter: number;
  transports: string[];
  /** Times in ms. */
  addedAt: number;
  usedAt: number;
}

/** All passkeys, and the text that they were read from. */
export interface Passkeys {
  all: Passkey[];
  text: string | null;
}

export async function readPasskeys(): Promise<Passkeys> {
  const text = await redis().get<string>(staffPasskeysKey());
  return { all: text === null ? [] : readDocument<{ all: Passkey[] }>('passkeys', text).all, text };
}

/** The parts of a change that replaces all passkeys, unless they have changed since they were read. */
export function passkeysChange(
  before: Passkeys,
  after: Passkey[],
): { expect: Change['expect'][number]; write: Write } {
  const key = staffPasskeysKey();
  return {
    expect: { key, text: before.text },
    write: ['SET', key, writeDocument('passkeys', { all: after })],
  };
}
