import { shortOrderId } from '../../../domain/order.ts';

/** Tracking numbers by order id, from pasted lines. */
export interface PastedNumbers {
  numbers: Record<string, string>;
  /** The lines that fit no parcel. */
  left: string[];
  /** Numbers that more than one parcel would have had; the first one has it. */
  repeated: string[];
}

/** India Post writes its numbers in groups: EE 123 456 789 IN. */
const INDIA_POST = /\b([A-Z]{2})[ \t]?(\d{3})[ \t]?(\d{3})[ \t]?(\d{3})[ \t]?(IN)\b/gi;
/** The number of the row, in a list of a courier. */
const ROW_NUMBER = /^\d{1,3}[.)]?$/;
/** An order as it is shown, short or whole, in the letters of ids (services/order-pricing). */
const ORDER = /^(#\w+|[0-9A-HJKMNP-TV-Z]{6}|[0-9A-HJKMNP-TV-Z]{20})$/i;

/** An order as its slip has it. Tracking numbers are longer. */
const SLIP = /^#?[0-9A-HJKMNP-TV-Z]{6}$/i;

/** Whether a scanned code is the barcode of a slip, and so no tracking number. */
export const isOrderCode = (code: string): boolean => SLIP.test(code.trim());

const isNumber = (part: string): boolean => /\d/.test(part);

/**
 * Reads a pasted column of tracking numbers. A line that begins with an order belongs to it, or to none if the order is
 * not among the parcels; the others go to the parcels in their sequence.
 * @param ids the parcels without a number, in sequence
 * @param taken numbers of other parcels
 */
export function trackingFrom(
  text: string,
  ids: readonly string[],
  taken: readonly string[] = [],
): PastedNumbers {
  const numbers: Record<string, string> = {};
  const loose: { number: string; line: string }[] = [];
  const left: string[] = [];
  const used = new Set(taken);
  const repeated = new Set<string>();
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    if (line === '') continue;
    const { order, number } = partsOf(line, ids);
    const id = order === null ? null : ids.find((each) => [each, shortOrderId(each)].includes(order));
    if (number === null || id === undefined || (id !== null && id in numbers)) left.push(line);
    else if (used.has(number)) repeated.add(number);
    else {
      used.add(number);
      if (id === null) loose.push({ number, line });
      else numbers[id] = number;
    }
  }
  const open = ids.filter((id) => !(id in numbers));
  for (const { number, line } of loose) {
    const id = open.shift();
    if (id) numbers[id] = number;
    else left.push(line);
  }
  return { numbers, left, repeated: [...repeated] };
}

/** The order that a line begins with, and its tracking number: the first part after it that holds digits. */
function partsOf(line: string, ids: readonly string[]): { order: string | null; number: string | null } {
  const joined = line.replace(INDIA_POST, (_, ...groups: string[]) =>
    groups.slice(0, 5).join('').toUpperCase(),
  );
  const all = joined.split(/[\t,;\s]+/).filter((part) => part !== '');
  const [first = '', ...others] = all;
  const parts = ROW_NUMBER.test(first) && others.some(isNumber) ? others : all;
  const [head = '', ...rest] = parts;
  const order = head.replace(/^#/, '').toUpperCase();
  const isOpen = ids.some((id) => [id, shortOrderId(id)].includes(order));
  // A tracking number without an order may look like an order, unless it is marked as one.
  const isOrder = isOpen || head.startsWith('#') || (ORDER.test(head) && rest.some(isNumber));
  return { order: isOrder ? order : null, number: (isOrder ? rest : parts).find(isNumber) ?? null };
}
