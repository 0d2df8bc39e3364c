import { deskCall } from '../../client/desk-api.ts';
import type { DeskBody, DeskReply } from '../../contract/desk.ts';
import type { DeskOrder, DeskOrderPage, OrderVerb } from '../../contract/desk-orders.ts';
import { $me } from '../../stores/desk/staff-session.ts';
import { conflictMessage } from './conflict-message.ts';

interface Sent {
  /** The order as it is now; null if the answer does not have it. */
  page: DeskOrderPage | null;
  /** Why the verb was not carried out; null if it was, now or by an earlier call without an answer. */
  problem: string | null;
  /** What is left to do after the verb. */
  left?: readonly string[];
  /** The payment provider does not answer, and the verb needs its answer. */
  isUnasked?: boolean;
}

/**
 * Sends a verb with the version of the order that was seen.
 * @param unanswered changes without an answer, by order id; this function keeps them up to date
 */
export async function sendVerb(
  verb: OrderVerb,
  { id, status, version }: DeskOrder,
  details: object,
  unanswered: Map<string, string>,
): Promise<Sent> {
  const name = `orders.${verb}` as const;
  const body = { ...details, id, seen: version } as DeskBody<typeof name>;
  const sent = JSON.stringify([verb, body]);
  const answer = await deskCall(name, body);
  const lost = unanswered.get(id) ?? '';
  if (answer.success || answer.code !== 'network') unanswered.delete(id);
  else unanswered.set(id, lost || sent);
  if (answer.success) {
    const page = answer as DeskReply<'orders.pack'>;
    return { page, problem: null, left: page.left };
  }
  if (answer.code === 'changed' && answer.now) {
    const page = answer.now as DeskOrderPage;
    const who = $me.get().email;
    return { page, problem: conflictMessage(page, status, { verb, who, sent, unanswered: lost }) };
  }
  // It was too late. The order as it is now has no button for it any more.
  const page = verb === 'undo' && answer.code === 'invalid' ? await readAgain(id) : null;
  return { page, problem: answer.message, isUnasked: answer.code === 'provider' };
}

async function readAgain(id: string): Promise<DeskOrderPage | null> {
  const answer = await deskCall('orders.read', { id });
  return answer.success ? answer : null;
}
