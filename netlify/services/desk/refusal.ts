import type { DeskRefusalCode } from '../../../src/contract/desk.ts';
import { deskMessages } from '../../../src/contract/messages/desk.ts';

/** A call that the desk refuses for a reason that only the desk has; else services throw `Refused`. */
export class DeskRefused extends Error {
  override name = 'DeskRefused';
  readonly code: DeskRefusalCode;
  /** For 'changed': the present state, as the reading call gives it. */
  readonly now: unknown;
  constructor(code: DeskRefusalCode, message: string, now?: unknown) {
    super(message);
    this.code = code;
    this.now = now;
  }
}

/** The subject is not what the sender saw. @param now its present state, as the reading call gives it */
export const changed = (now: unknown) => new DeskRefused('changed', deskMessages.changed, now);
