import { randomUUID } from 'node:crypto';
import type { Order } from '../../src/domain/order.ts';
import { SUMS_EDITION } from '../../src/domain/order-sums.ts';
import { financialYearOf, type Series } from '../../src/domain/tax-document.ts';
import type { Change } from './transaction.ts';
import { seriesKey } from './keys.ts';
import { redis } from './redis.ts';
import { writeDocument } from './document-versions.ts';

/** A document's member in its series: an order has one invoice and may have several credit notes. */
const memberOf = (orderId: string, place: number | null) =>
  place === null ? orderId : `${orderId}:${place}`;

/**
 * The order as text, with a placeholder for every number that a document still needs, and the data that the commit
 * needs to replace the placeholders.
 */
export function numbered(order: Order): { text: string; numbers: NonNullable<Change['numbers']> } {
  const numbers: NonNullable<Change['numbers']> = [];
  const withPlaceholder = <Document extends { number: number | null; issuedAt: number }>(
    document: Document,
    series: Series,
    place: number | null,
  ) => {
    if (document.number !== null) return document;
    // Random, so that user text cannot contain it.
    const placeholder = randomUUID().replaceAll('-', '');
    const key = seriesKey(series, financialYearOf(document.issuedAt));
    numbers.push({ series: key, member: memberOf(order.id, place), mark: placeholder });
    return { ...document, number: placeholder };
  };
  const { invoice, creditNotes } = order;
  const text = writeDocument('order', {
    ...order,
    // The commit that writes this text adds the order to the running sums (storage/order-sums).
    isCounted: SUMS_EDITION,
    ...(invoice && { invoice: withPlaceholder(invoice, 'IN', null) }),
    ...(creditNotes && { creditNotes: creditNotes.map((note, place) => withPlaceholder(note, 'CN', place)) }),
  });
  return { text, numbers };
}

/** Identifies a document: an order's invoice, or its credit note at this place. */
export interface Issued {
  orderId: string;
  place: number | null;
}

/** Documents of a series and financial year by number, which is one more than the place in the series. */
export async function readSeries(
  series: Series,
  financialYear: string,
  first = 0,
  last = -1,
): Promise<Issued[]> {
  const members = await redis().zrange<string[]>(seriesKey(series, financialYear), first, last);
  return members.map((member) => {
    const [orderId = '', place] = member.split(':');
    return { orderId, place: place === undefined ? null : Number(place) };
  });
}
