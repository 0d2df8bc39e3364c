/** The staff's order list on a second visit: its files are in the browser's cache, the list is not. */
import { deskPaths } from '../../../src/contract/desk-paths.ts';
import { replyOfDesk } from '../../browser/support/desk-replies.ts';
import type { Answer, Asked } from '../../support/pass-on.ts';
import type { Figures } from './table.ts';
import type { Visitor } from './phone.ts';
import { goTo, settle, watchedBy } from './visits.ts';

const PAGE_ORDERS = 50;
const LINES = '.desk-order-line';

/** Simulates a signed-in member of staff and a full page of orders, because no passkey can be used here. */
export function withStaff(shop: (asked: Asked) => Promise<Answer>): (asked: Asked) => Promise<Answer> {
  return async (asked) => {
    const reply = replyOfDesk(asked.path, PAGE_ORDERS);
    if (reply === undefined) return shop(asked);
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
    return { status: 200, headers, body: Buffer.from(JSON.stringify(reply)) };
  };
}

export async function firstOrderList(visitor: Visitor, origin: string): Promise<void> {
  await settle(visitor, origin + deskPaths.orders);
}

/** First paint, and the time until the lines are visible. */
export async function orderListAgain(visitor: Visitor, origin: string): Promise<Figures> {
  const began = goTo(visitor, origin + deskPaths.orders);
  await visitor.page.waitForSelector(LINES, { timeout: 60_000 });
  const linesMs = Date.now() - began;
  return { fcpMs: (await watchedBy(visitor)).at(-1)?.fcpMs ?? null, linesMs };
}
