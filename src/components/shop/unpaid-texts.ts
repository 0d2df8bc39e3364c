import { paymentMessages } from '../../contract/messages/payment.ts';
import { paths } from '../../contract/paths.ts';
import { shortOrderId } from '../../domain/order.ts';
import type { $unpaidCheck } from '../../stores/payment/payment.ts';
import type { UnpaidOrder } from '../../stores/payment/unpaid.ts';
import { fill, partFrom } from './fill-template.ts';

/** What the panel of an unpaid order says (UnpaidPanel); an empty text is not shown. */
export function unpaidTextsOf(unpaid: UnpaidOrder, check: ReturnType<typeof $unpaidCheck.get>) {
  const { orderId, receipt, problem, isOver } = unpaid;
  const short = shortOrderId(orderId);
  const title = paymentMessages.title(short);
  return {
    title,
    heading: isOver ? title : receipt ? paymentMessages.unheard(short) : paymentMessages.unpaid(short),
    problem: (!receipt && problem) || '',
    // A refund may come without a toast.
    role: isOver ? 'alert' : '',
    hint: isOver ? '' : hintFor(unpaid, check),
    orders: isOver ? paths.orders : '',
    checkAgain: receipt ? paymentMessages.checkAgain : '',
    retry: isOver || receipt ? '' : paymentMessages.retryPayment,
  };
}

export type UnpaidTexts = ReturnType<typeof unpaidTextsOf>;

function hintFor({ receipt, problem }: UnpaidOrder, check: ReturnType<typeof $unpaidCheck.get>): string {
  if (receipt) return paymentMessages.unheardHint;
  if (check === 'silent') return paymentMessages.unpaidUnchecked;
  return problem ? paymentMessages.unpaidAgain : paymentMessages.unpaidHint;
}

/** On /orders: whether the panel shows the order, or its own card does. */
export function isInPanel({ receipt, isOver, orderId }: UnpaidOrder, listed: readonly string[]): boolean {
  return receipt !== null || isOver || !listed.includes(orderId);
}

let drawn = '';

/** Shows the panel at the start of a place, before React. A button that waits for React stays while no text changes. */
export function drawUnpaid(place: HTMLElement, templates: ParentNode, unpaid: UnpaidOrder | null): void {
  const texts = unpaid && unpaidTextsOf(unpaid, 'none');
  const now = texts ? JSON.stringify(texts) : '';
  if (now === drawn) return;
  drawn = now;
  place.querySelector(':scope > .unpaid')?.remove();
  if (texts) place.prepend(fill(partFrom(templates, 'unpaid'), texts));
}
