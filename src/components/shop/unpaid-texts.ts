import { shortOrderId } from '../../domain/order.ts';
import type { UnpaidOrder } from '../../stores/payment/unpaid.ts';
import { fill, partFrom } from './fill-template.ts';

/**
 * What the panel of an unpaid order shows (UnpaidPanel): its sentences stand in the template, and those with an empty
 * text are left out.
 */
export function unpaidTextsOf({ orderId, receipt, problem, isOver }: UnpaidOrder) {
  const is = (yes: boolean) => (yes ? 'yes' : '');
  const isUnconfirmed = receipt !== null;
  const isWaiting = !isOver && !isUnconfirmed;
  return {
    short: shortOrderId(orderId),
    over: is(isOver),
    open: is(!isOver),
    unconfirmed: is(isUnconfirmed && !isOver),
    receipt: is(isUnconfirmed),
    waiting: is(isWaiting),
    again: is(isWaiting && problem !== null),
    first: is(isWaiting && problem === null),
    problem: (!isUnconfirmed && problem) || '',
    // A refund may come without a toast.
    role: isOver ? 'alert' : '',
  };
}

export type UnpaidTexts = ReturnType<typeof unpaidTextsOf>;

/** On /orders: whether the panel shows the order, or its own card does. */
export function isInPanel({ receipt, isOver, orderId }: UnpaidOrder, listed: readonly string[]): boolean {
  return receipt !== null || isOver || !listed.includes(orderId);
}

let drawn = '';

/** Shows the panel at the start of a place, before React. A button that waits for React stays while no text changes. */
export function drawUnpaid(place: HTMLElement, templates: ParentNode, unpaid: UnpaidOrder | null): void {
  const texts = unpaid && unpaidTextsOf(unpaid);
  const now = texts ? JSON.stringify(texts) : '';
  if (now === drawn) return;
  drawn = now;
  place.querySelector(':scope > .unpaid')?.remove();
  if (texts) place.prepend(fill(partFrom(templates, 'unpaid'), texts));
}
