import type { EmailList } from '../desk-lists.ts';
import type { OrderStatus } from '../../domain/order.ts';

/** The desk's sentences about lists, codes and jobs. */

const counted = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`;

export const deskListsMessages = {
  title: 'Lists',
  tasks: 'What only you can solve',
  noTasks: 'Nothing is waiting for you.',
  tasksShown: (shown: number, of: number) => `The oldest ${shown} of ${of}.`,
  noOrder: 'No order',
  reconcileTitle: 'Ask the payment providers',
  reconcileHint:
    'The shop asks them every five minutes. Ask now if somebody is waiting: about every open payment and refund. Due emails go out too.',
  reconcile: 'Ask now',
  looked: (count: number, changed: number) =>
    `${counted(count, 'order')} checked, ${changed === 0 ? 'none' : changed} changed.`,
  more: (left: number) => `There was no time for ${counted(left, 'order')}: ask again, or wait five minutes.`,
  moved: (short: string, before: OrderStatus, after: OrderStatus, refunds: number) =>
    [
      before === after ? `${short}: ${after}.` : `${short} was ${before} and became ${after}.`,
      refunds > 0 ? `${counted(refunds, 'refund')} started.` : '',
    ]
      .filter((part) => part !== '')
      .join(' '),
  unseen: 'It could not be checked.',
  unsent: (count: number) => `The mail server did not take ${counted(count, 'email')}; the shop tries again.`,
  exportTitle: 'Who gave their email',
  exportHint: 'Each export needs your passkey and is logged. Delete the file when you no longer need it.',
  lists: {
    newsletter: 'Newsletter, confirmed',
    waitlist: 'Waitlist of the launch',
    notify: 'Waiting for a size',
    'early-order': 'Early orders',
  } satisfies Record<EmailList, string>,
  newsletterAll: 'Newsletter, with unconfirmed',
  exported: 'Exported.',
  launchTitle: 'The shop is open',
  launchHint: (count: number) =>
    `${counted(count, 'visitor')} on the waitlist. Each gets one email that the shop is open, and is then taken off the list. This cannot be undone.`,
  launch: 'Email the waitlist',
  launchSure: 'Yes, email them',
  launchStop: 'No',
  launched: (sent: number, left: number) =>
    `${counted(sent, 'email')} sent.${left > 0 ? ` ${left} are left: send again.` : ''}`,
  notOpen: 'The shop still shows the waitlist page: remove SHOP_MODE and deploy first.',
  noMail: 'The mail server cannot be reached. Nobody loses their place; try again later.',
  codes: 'Discount codes',
  code: 'A code',
  findCode: 'Find',
  noCodes: 'There are no codes.',
  noCode: (typed: string) => `There is no code “${typed}”.`,
  codesShown: (shown: number, of: number) =>
    shown === 0
      ? `There are ${of} codes: type the one that you are looking for.`
      : `The newest ${shown} of ${of}.`,
  off: (percent: number) => `${percent}% off`,
  made: (day: string) => `made ${day}`,
  free: (day: string) => `free until ${day}`,
  expired: (day: string) => `expired ${day}`,
  used: (short: string) => `used by order ${short}`,
  noList: 'There is no such list.',
} as const;
