import type { EmailList } from '../desk-lists.ts';
import { vitalsWeeks } from '../../domain/config.ts';
import { counted } from '../../domain/counted.ts';
import type { OrderStatus } from '../../domain/order.ts';
import type { Verdict } from '../../domain/vitals-report.ts';
import type { PageKind, Vital } from '../../domain/web-vitals.ts';

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
  checked: (count: number, changed: number) =>
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
  exportTitle: 'Email lists',
  exportHint: 'Each export needs your passkey and is logged. Delete the file when you no longer need it.',
  lists: {
    newsletter: 'Newsletter, confirmed',
    waitlist: 'Waitlist of the launch',
    notify: 'Waiting for a size',
    'early-order': 'Early orders',
  } satisfies Record<EmailList, string>,
  newsletterAll: 'Newsletter, with unconfirmed',
  exported: 'Exported.',
  launchTitle: 'Launch announcement',
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

export const deskShoppersMessages = {
  search: 'Email, or phone number of an order',
  find: 'Find',
  logged: 'Every view of an account is logged.',
  byName: 'You cannot find accounts by name, but you can find orders:',
  ordersNamed: (name: string) => `Orders of ${name}`,
  none: (search: string) => `No account matches ${search}.`,
  unconfirmed: 'email not confirmed',
  since: (day: string) => `Account since ${day}`,
  used: (day: string) => `last used ${day}`,
  orders: 'Orders',
  noOrders: 'No orders yet',
  pieces: (count: number) => counted(count, 'piece'),
  noteHint: 'The shopper gets it with their data. It is deleted with the account.',
  export: 'Export all data',
  delete: 'Delete the account',
  sure: (email: string) =>
    `Delete the account of ${email}? Profile, addresses, cart and wishlist are deleted for good; orders stay without name, email, phone and street.`,
  yes: 'Delete for good',
  no: 'Keep it',
  exported: 'Exported. Send the file to the shopper alone.',
  deleted: 'The account was deleted. The shopper gets an email.',
  log: 'What staff did here',
} as const;

/** The sentences about backups, of the desk and of the command line. */
export const deskBackupMessages = {
  intro:
    'One file with everything that lasts: orders, accounts, stock, invoices and lists, as they are at this moment. The shop stays open. The file has personal data: keep it encrypted, and delete it after 30 days.',
  restoreTitle: 'Restore',
  restore:
    'A restore needs the command line: it goes into an empty database, where nobody can be signed in. Keep PERSON_HASH_KEY of this shop apart from the file; without it nobody can log in after a restore.',
  restoreCommand: (file: string) => `npm run shop -- restore ${file}`,
  other: 'A backup that runs elsewhere, such as at the command line, ends when you start one here.',
  begin: 'Take a backup',
  goOn: 'Continue',
  discard: 'Discard it',
  unfinished: (time: string) => `The backup of ${time} was interrupted. You can continue it within a day.`,
  running: (lines: number) => `${lines} lines so far. Keep this page open.`,
  ready: (time: string) => `The shop as it was on ${time} is in your downloads.`,
  what: 'What',
  howMuch: 'How much',
  contradictions: 'These numbers contradict each other. Keep the file, and ask for help:',
  elsewhere: 'A backup is already running in another tab.',
  noRoom: 'The browser has no room for the backup. Free some space and continue.',
  moving: 'Data is being migrated to the new PERSON_HASH_KEY; start the backup again in a minute.',
  restoring: 'This shop is being restored from a backup; finish that first.',
  lost: 'Another backup was started, or a day has passed. This one has ended; please take a new one.',
  notKept: 'A backup does not include this.',
} as const;

export const deskHealthMessages = {
  intro:
    'The shop checks itself: deploy, database, pages, payments and email. Each line says what it found, and what to do if something is wrong.',
  again: 'Check all again',
  one: 'Check again',
  oneName: (check: string) => `Check again: ${check}`,
  looking: (done: number, of: number) => `${done} of ${of} checked.`,
  fine: 'Nothing is wrong.',
  wrong: (count: number) => `${counted(count, 'thing is', 'things are')} wrong.`,
  states: { ok: 'OK', red: 'Wrong', unseen: 'Cannot be checked from here' },
  waiting: 'Not checked yet',
  noCheck: 'There is no such check.',
  slow: 'it took longer than eight seconds',
  slowAdvice: 'Check again; if it stays slow, see the status pages of Netlify and Upstash.',
  noAnswerAdvice: 'Check again.',
} as const;

export const deskSpeedMessages = {
  intro:
    'What shoppers really get: three of four page views were at least this fast. Counted on their own phones and networks, without anything about who they are.',
  vital: 'Measure',
  vitals: {
    LCP: 'Largest content (LCP)',
    INP: 'Answers a tap (INP)',
    CLS: 'Layout shift (CLS)',
    FCP: 'First content (FCP)',
    TTFB: 'Server response (TTFB)',
  } satisfies Record<Vital, string>,
  meanings: {
    LCP: 'The time until the largest picture or text of the first screen is there. The most important one.',
    INP: 'The time from a tap or key press until the page responds; the slowest of a visit.',
    CLS: 'How much of the page jumps about while it loads. 0 is perfectly still.',
    FCP: 'The time until the first text or picture appears.',
    TTFB: 'The time until the first byte of the page arrives: network and server.',
  } satisfies Record<Vital, string>,
  limits: (good: string, poor: string) => `Good up to ${good}, poor above ${poor}.`,
  page: 'Week of',
  pages: {
    all: 'All pages',
    home: 'Home',
    collection: 'Collection',
    product: 'Product',
    cart: 'Cart',
    checkout: 'Checkout',
    orders: 'Orders',
    other: 'Others',
  } satisfies Record<PageKind | 'all', string>,
  verdicts: { good: 'good', 'needs-work': 'needs work', poor: 'poor' } satisfies Record<Verdict, string>,
  views: (count: number) => counted(count, 'view'),
  over: (value: string) => `over ${value}`,
  notMeasured: '–',
  none: `Nothing was measured in the last ${vitalsWeeks} weeks. Measuring begins with a shopper’s first tap or scroll; WEB_VITALS_SAMPLE switches it.`,
  note: 'Only page views with a tap, a key or a scroll are measured, and only a sample of them. Browsers that do not measure a number are not in it. Times are rounded to the steps of a scale, and are at most a third off.',
} as const;
