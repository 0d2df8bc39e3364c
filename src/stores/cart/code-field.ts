import { atom } from 'nanostores';
import { discountMessages } from '../../contract/messages/cart-and-wishlist.ts';
import { sentenceOf } from '../account/account-call.ts';
import { authorised } from '../session/authorised.ts';
import { $appliedCode, forgetCode, keepCode } from './discount-code.ts';

/** The field for a discount code, in the cart and at checkout. */
export interface CodeField {
  isOpen: boolean;
  typed: string;
  isChecking: boolean;
  /** Why the typed code, or the earlier code of the cart, is invalid; null if nothing is wrong. */
  problem: string | null;
  /** The last change, for screen readers. */
  news: string;
}

const closed: CodeField = { isOpen: false, typed: '', isChecking: false, problem: null, news: '' };

export const $codeField = atom<CodeField>(closed);

export function openCodeField(): void {
  change({ isOpen: true });
}

export function typeCode(typed: string): void {
  change({ typed, problem: null });
}

let checking: Promise<void> | null = null;

/**
 * Checks the typed code with the server and applies it to the cart. A second tap during the request returns the same
 * promise.
 */
export function applyCode(): Promise<void> {
  checking ??= apply().finally(() => {
    checking = null;
  });
  return checking;
}

async function apply(): Promise<void> {
  const { typed } = $codeField.get();
  if (typed.trim() === '') return change({ problem: discountMessages.missing });
  change({ isChecking: true, problem: null });
  const answer = await authorised('discount.check', { code: typed });
  change({ isChecking: false });
  if (!answer.success) return change({ problem: sentenceOf(answer, discountMessages.failed) });
  keepCode(answer.code, answer.percent);
  $codeField.set({ ...closed, news: discountMessages.applied(answer.code, answer.percent) });
}

export function removeCode(): void {
  const applied = $appliedCode.get();
  if (!applied) return;
  forgetCode();
  $codeField.set({ ...closed, news: discountMessages.removed(applied.code) });
}

/**
 * The server has refused the cart's code: the code returns to the field with the reason, and the discount is removed.
 */
export function refuseCode(problem: string): void {
  const applied = $appliedCode.get();
  forgetCode();
  $codeField.set({ ...closed, isOpen: true, typed: applied?.code ?? '', problem });
}

/** Checks a code from an earlier page: another order may have used it, or it may have expired. */
export async function recheckCode(): Promise<void> {
  const applied = $appliedCode.get();
  if (!applied) return;
  const answer = await authorised('discount.check', { code: applied.code });
  if ($appliedCode.get()?.code !== applied.code) return;
  if (answer.success) {
    if (answer.percent !== applied.percent) keepCode(answer.code, answer.percent);
  } else if (answer.code === 'code-refused') {
    refuseCode(answer.message);
  }
}

function change(part: Partial<CodeField>): void {
  $codeField.set({ ...$codeField.get(), ...part });
}
