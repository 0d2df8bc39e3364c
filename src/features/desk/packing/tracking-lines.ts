import { shortOrderId } from '../../../domain/order.ts';

/** Tracking numbers by order id, from pasted lines. */
export interface PastedNumbers {
  numbers: Record<string, string>;
  /** Lines that fit no parcel. */
  left: number;
}

/**
 * Reads a pasted column of tracking numbers. A line that begins with an order belongs to it; the others go to the
 * parcels in their sequence.
 * @param ids the parcels without a number, in sequence
 */
export function trackingFrom(text: string, ids: readonly string[]): PastedNumbers {
  const numbers: Record<string, string> = {};
  const loose: string[] = [];
  let left = 0;
  for (const line of text.split(/\r?\n/)) {
    const [first = '', ...rest] = line.split(/[\t,;]| {2,}|\s+/).filter((part) => part !== '');
    if (first === '') continue;
    const order = ids.find((id) => [id, shortOrderId(id)].includes(first.replace(/^#/, '').toUpperCase()));
    if (order && rest.length > 0) numbers[order] = rest.at(-1) ?? '';
    else loose.push([first, ...rest].at(-1) ?? '');
  }
  const open = ids.filter((id) => !(id in numbers));
  for (const number of loose) {
    const id = open.shift();
    if (id) numbers[id] = number;
    else left += 1;
  }
  return { numbers, left };
}
