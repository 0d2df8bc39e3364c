import process from 'node:process';
import { isComingSoon } from '../../../src/contract/coming-soon.ts';
import type { DeskBody } from '../../../src/contract/desk.ts';
import { CODES_LISTED, CODES_MAX, type ListReplies, TASKS_MAX } from '../../../src/contract/desk-lists.ts';
import { deskListsMessages as says } from '../../../src/contract/messages/desk-lists-and-shop.ts';
import { codeFrom } from '../../../src/domain/discount.ts';
import type { Staff } from '../../../src/domain/staff.ts';
import { cannotMail } from '../cannot-mail.ts';
import { type CodeInUse, countCodes, readCodes, readMade } from '../../storage/discount-codes.ts';
import { logEntry } from '../../storage/staff-log.ts';
import { writeLog } from '../../storage/staff-view-log.ts';
import { countWaitlist, readWaitlist } from '../../storage/waitlist.ts';
import { csvText } from '../csv.ts';
import { announceLaunch } from '../launch-announcement.ts';
import { listExports } from '../list-exports.ts';
import { reconcile as reconcileAll } from '../order-admin.ts';
import { everyProduct } from '../products.ts';
import { listOwnerTasks } from '../refund-admin.ts';
import { Refused } from '../refusal.ts';
import { logReconciled, logReconciling } from './order-log.ts';

/** What the command line does with many orders or emails at once. */

type Reply<Name extends keyof ListReplies> = Promise<ListReplies[Name]>;

/** A function has ten seconds, and started work may take some more; the jobs do the rest. */
const WORK_MS = 5_000;

export async function read(): Reply<'lists.read'> {
  const [tasks, waiting] = await Promise.all([listOwnerTasks(), countWaitlist()]);
  return {
    success: true,
    tasks: tasks
      .slice(0, TASKS_MAX)
      .map(({ order, ...task }) => ({ ...task, status: order?.status ?? null })),
    of: tasks.length,
    waiting,
  };
}

export async function reconcile(staff: Staff): Reply<'lists.reconcile'> {
  await logReconciling(staff);
  const nothing = () => {};
  const { checked, unseen, left, unsentEmails } = await reconcileAll(nothing, nothing, Date.now() + WORK_MS);
  await logReconciled(staff, checked);
  return {
    success: true,
    checked: checked.length,
    changed: checked
      .filter(({ before, after, refundsDone }) => before !== after || refundsDone > 0)
      .map(({ orderId, before, after, refundsDone }) => ({ orderId, before, after, refundsDone })),
    problems: [
      ...checked.flatMap(({ orderId, problems }) => problems.map((problem) => ({ orderId, problem }))),
      ...unseen.map((orderId) => ({ orderId, problem: says.unseen })),
    ],
    left,
    unsentEmails,
  };
}

/** Emails and phone numbers leave the shop, so the export is in the log before it is made. */
export async function exportList(
  staff: Staff,
  { list, isAll }: DeskBody<'lists.export'>,
): Reply<'lists.export'> {
  const found = listExports.find(({ name }) => name === list);
  if (!found) throw new Refused('not-found', says.noList);
  await writeLog([logEntry(staff, 'lists.export', `list:${list}`, null, null)]);
  const rows = await found.read([...everyProduct()], { all: isAll });
  return { success: true, csv: csvText(found.columns, rows, true) };
}

/** @throws Refused 'invalid' while the shop still shows the waitlist page, 'unavailable' without a mail server */
export async function launch(staff: Staff): Reply<'lists.launch'> {
  if (isComingSoon(process.env['SHOP_MODE'])) throw new Refused('invalid', says.notOpen);
  const waiting = await readWaitlist();
  await writeLog([logEntry(staff, 'lists.launch', 'list:waitlist', null, null)]);
  try {
    const { sent, refused } = await announceLaunch(waiting, () => {}, Date.now() + WORK_MS);
    return { success: true, sent, refused, left: waiting.length - sent };
  } catch (error) {
    if (cannotMail(error)) throw new Refused('unavailable', says.noMail);
    throw error;
  }
}

/**
 * Codes have no index by time, so all are read to list the newest. Many thousands are not listed: the
 * owner types the one in question.
 * @throws Refused 'not-found' for a code that there is not
 */
export async function codes(_: Staff, { code: typed = '' }: DeskBody<'lists.codes'>): Reply<'lists.codes'> {
  if (typed === '') {
    const of = await countCodes();
    if (of > CODES_LISTED) return { success: true, codes: [], of };
    const all = await readCodes();
    return { success: true, codes: all.toReversed().slice(0, CODES_MAX).map(wireOf), of: all.length };
  }
  const code = codeFrom(typed);
  const found = code === null ? null : await readMade(code);
  if (!found) throw new Refused('not-found', says.noCode(typed));
  return { success: true, codes: [wireOf(found)], of: 1 };
}

function wireOf({ code, percent, madeAt, expiresAt, orderId }: CodeInUse) {
  return { code, percent, madeAt, expiresAt, orderId };
}
