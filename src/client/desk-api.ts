import {
  type DeskBody,
  deskPath,
  type DeskRefusal,
  type DeskReply,
  type DeskRouteName,
  deskRoutes,
} from '../contract/desk.ts';
import { deskScreenMessages } from '../contract/messages/desk.ts';
import type { NoAnswer } from './api.ts';

type NoDeskAnswer = NoAnswer & { now?: undefined };
export type DeskAnswer<Name extends DeskRouteName> = DeskReply<Name> | DeskRefusal | NoDeskAnswer;

const TIMEOUT_MS = 20_000;

/** What the desk's stores do about a refusal that any call may meet. */
interface Listeners {
  signedOut: () => void;
  /** Uses the passkey again; false if that did not succeed. */
  proveAgain: () => Promise<boolean>;
}

let listeners: Listeners = { signedOut: () => {}, proveAgain: async () => false };

export function onDeskRefusals(own: Listeners): void {
  listeners = own;
}

/**
 * Calls the desk. Every outcome is a value, as with client/api. If the call needs a passkey again, it asks for it and
 * repeats the call once; if the session has ended, the screen shows the sign-in.
 */
export async function deskCall<Name extends DeskRouteName>(
  name: Name,
  body?: DeskBody<Name>,
): Promise<DeskAnswer<Name>> {
  const answer = await ask(name, body);
  if (answer.success) return answer;
  if (answer.code === 'passkey' && (await listeners.proveAgain())) return ask(name, body);
  if (answer.code === 'unauthorised' && !('open' in deskRoutes[name])) listeners.signedOut();
  return answer;
}

async function ask<Name extends DeskRouteName>(
  name: Name,
  body: DeskBody<Name> | undefined,
): Promise<DeskAnswer<Name>> {
  try {
    const response = await fetch(deskPath(name), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body ?? {}),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (await response.json()) as Partial<DeskReply<Name> | DeskRefusal> | null;
    if (answer?.success === true && response.ok) return answer as DeskReply<Name>;
    const { success, code, message } = (answer ?? {}) as Partial<DeskRefusal>;
    if (success === false && code !== undefined && message !== undefined) return answer as DeskRefusal;
    return noAnswer(deskScreenMessages.garbled);
  } catch {
    return noAnswer(navigator.onLine ? deskScreenMessages.failed : deskScreenMessages.offline);
  }
}

const noAnswer = (message: string): NoDeskAnswer => ({ success: false, code: 'network', message });
