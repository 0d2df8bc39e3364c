import type { NewsKind } from '../../domain/desk-news.ts';

/** Sentences of what staff are told: on the screen, in refusals, and in the messages themselves. */
export const deskNewsMessages = {
  title: 'Notifications',
  intro: 'This device can notify you, even when the desk is closed.',
  off: 'Notifications on devices are not set up for this shop yet. The README says how to set them up.',
  cannot:
    'This browser cannot show notifications. On an iPhone, add the desk to the home screen first, and open it there.',
  blocked: 'This browser blocks notifications of this site. Allow them in its settings, then try again.',
  dismissed: 'The browser was not allowed to show notifications.',
  failed: 'The browser could not be signed up for notifications. Please try again.',
  turnOn: 'Turn on for this device',
  isOn: 'This device gets notifications.',
  turnedOn: 'Notifications are on for this device.',
  stopped: 'The device gets no more notifications.',
  saved: 'Saved.',
  tell: 'Notify me about',
  kinds: {
    order: 'New orders',
    refund: 'Refunds that failed',
    dispute: 'Disputes',
  } satisfies Record<NewsKind, string>,
  quiet: 'Quiet hours',
  quietHint: 'India time. What happens in this time comes in one message when it ends.',
  from: 'From',
  to: 'To',
  daily: 'Daily email',
  dailyHint: (at: string) => `One email after ${at}: what is waiting, and what happened yesterday.`,
  save: 'Save',
  devices: 'Devices with notifications',
  noDevices: 'None yet',
  since: (day: string) => `since ${day}`,
  stop: 'Stop',
  stopName: (name: string, email: string) => `Stop notifications to ${name} of ${email}`,
  sameTime: 'must not end at the time it begins',
  foreign: 'This is not the address of a push service that browsers use.',
  notYours: 'Your role gets no notifications about money.',
  noDevice: 'There is no such device.',
  tooMany: (most: number) => `You have ${most} devices already. Please stop one first.`,
} as const;

const one = {
  order: 'new order',
  refund: 'failed refund',
  dispute: 'dispute',
} as const satisfies Record<NewsKind, string>;

/** The words of one push message. */
export const pushMessages = {
  one: {
    order: (short: string) => `New order ${short}`,
    refund: (short: string) => `A refund for order ${short} has failed`,
    open: (short: string) => `The payment of order ${short} is contested`,
    won: (short: string) => `The dispute about order ${short} is won`,
    lost: (short: string) => `The dispute about order ${short} is lost`,
  },
  many: (counts: readonly (readonly [NewsKind, number])[]) =>
    counts.map(([kind, count]) => `${count} ${one[kind]}${count === 1 ? '' : 's'}`).join(', '),
} as const;

/** What the server sends to the desk's worker; the worker shows it as it is. */
export interface PushMessage {
  title: string;
  body: string;
  /** The page of the desk that a tap opens. */
  path: string;
  /** A message with the same tag replaces the one before. */
  tag: string;
}
