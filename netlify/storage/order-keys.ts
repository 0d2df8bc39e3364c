import { SUMS_EDITION } from '../../src/domain/order-sums.ts';

/** Key names of the staff's order index, of notes about orders, and of the running sums over orders. */

/** Hash: order id → JSON of its line in the staff's order list (storage/order-index). */
export const orderRowsKey = () => 'order-rows';

/** Sorted set: ids of the orders of a group, `tab:pack`, `paid-by:cod` or `size:M`, by the time they were placed, in ms. */
export const orderGroupKey = (group: string) => `order-group:${group}`;

/** Sorted set without scores: `hash of a word, time placed, order id`, and `#` with an order id from its end. */
export const orderWordsKey = () => 'order-words';

/** Text: how far older orders are in the keys above (storage/order-index-backfill). */
export const orderIndexKey = () => 'order-index';

/** List of JSON: what staff noted about an order, oldest first; deleted with the order's address. */
export const orderNotesKey = (orderId: string) => `order-notes:${orderId}`;

/** Hash: field → a running sum over all orders (domain/order-sums), by the name of its book. */
export const sumsKey = (book: string) => `sums:${book}`;

/** Text: up to which order (placed, in ms) the running sums of an edition contain older orders, or 'all'. */
export const sumsCountedUntilKey = () => `sums-until:${SUMS_EDITION}`;
