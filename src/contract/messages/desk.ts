import { counted } from '../../domain/counted.ts';
import type { NewsKind } from '../../domain/desk-news.ts';

/** Sentences of the desk: signing in, staff, the log. */
export const deskMessages = {
  signIn: 'Please sign in to the desk.',
  ended: 'Your session at the desk has ended. Please sign in again.',
  elsewhere: 'Only the desk’s own pages can do this.',
  forbidden: 'Your role may not do this. Please ask the owner.',
  passkeyFirst: 'Please sign in with your passkey.',
  passkeyAgain: 'Please confirm with your passkey first.',
  badLink: 'This link was used or has expired. Please ask for a new one.',
  badPasskey: 'This passkey does not open the desk. Please try another one, or ask for a link by email.',
  lateQuestion: 'That took too long. Please try again.',
  alreadyRegistered: 'You already have a passkey. Please sign in with it.',
  changed: 'This has changed since you opened it. Please look at what is new, and try again.',
  noPasskey: 'There is no such passkey.',
  searchShopper: 'must be an email, or a phone number of ten digits or more',
  noShopper: 'There is no such account.',
  ordersUnderWay: 'An order of this account is under way. Please deliver or cancel it first.',
  noSession: 'There is no such session.',
} as const;

/** Sentences on the screens of the desk that belong to no single subject: signing in, staff, the log, the network. */
export const deskScreenMessages = {
  title: 'Desk',
  skip: 'Skip to content',
  menu: 'Desk',
  needsScript: 'The desk needs JavaScript.',
  looking: 'One moment.',
  offline: 'You are offline. What you typed is kept; nothing is saved until the network is back.',
  networkIsBack: 'You are online again. Save again: nothing is saved twice.',
  failed: 'No answer from the shop. Please check your connection and try again.',
  garbled: 'Something went wrong. Please try again.',
  passkeyStopped: 'The passkey was not used. Please try again.',
  noPasskeys: 'This browser has no passkeys. Please use a newer browser.',
  places: {
    today: 'Today',
    orders: 'Orders',
    packing: 'Packing',
    stock: 'Stock',
    money: 'Money',
    shoppers: 'Shoppers',
    lists: 'Lists',
    staff: 'Staff',
    speed: 'Speed',
    health: 'Health',
    backup: 'Backup',
  },
  more: 'More',
} as const;

export const deskSignInMessages = {
  title: 'The desk',
  intro: 'Sign in with the passkey of this device.',
  withPasskey: 'Use a passkey',
  first: 'First time here, or a new device? We email a link to addresses on the staff list.',
  email: 'Your email',
  send: 'Email me a link',
  sent: 'If this address is on the staff list, a link is on its way. It works once, within 15 minutes.',
  linkTitle: 'Sign in',
  linkIntro: 'This link signs you in once.',
  openLink: 'Sign in with this link',
  registerTitle: 'Add a passkey',
  registerIntro: (email: string) =>
    `You are ${email}. From now on, your fingerprint, face or screen lock opens the desk on this device.`,
  register: 'Add a passkey',
  proveTitle: 'Use your passkey',
  proveIntro: (email: string) => `You are ${email}. The link alone does not open the desk: use your passkey.`,
  lost: 'Have you lost it? The owner can remove it on the staff page. Then a link is enough again.',
  other: 'Sign in as somebody else',
} as const;

export const deskStaffMessages = {
  roles: { owner: 'Owner', packer: 'Packer' },
  left: 'No longer on the staff list',
  passkeys: 'Passkeys',
  noPasskeys: 'No passkey yet',
  sessions: 'Open sessions',
  noSessions: 'None',
  used: (day: string) => `last used ${day}`,
  since: (day: string) => `since ${day}`,
  thisOne: 'this device',
  remove: 'Remove',
  removeSure: 'Without a passkey, this person signs in by an emailed link and adds a new one.',
  removeYes: 'Remove it',
  removeNo: 'Keep it',
  end: 'End',
  removeName: (name: string, email: string) => `Remove the passkey ${name} of ${email}`,
  endName: (name: string, email: string) => `End the session ${name} of ${email}`,
  add: 'Add a passkey on this device',
  added: 'The passkey was added.',
  removed: 'The passkey was removed.',
  ended: 'The session was ended.',
  signOut: 'Sign out',
  log: 'Log',
  logIntro: 'Everything that staff changed. Nobody can edit or delete it.',
  month: 'Month',
  noLog: 'Nobody has changed anything here.',
  export: 'Export as CSV',
  older: 'Show older entries',
  whole: 'Exported. No entry was changed or is missing.',
  broken: 'Exported. Attention: an entry of the log was changed or is missing.',
} as const;

/** Sentences about notifications of staff: on the screen, in refusals, and in the notifications themselves. */
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
  quietHint: 'India time. You get one message when quiet hours end.',
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

export const pushMessages = {
  one: {
    order: (short: string) => `New order ${short}`,
    refund: (short: string) => `A refund for order ${short} has failed`,
    open: (short: string) => `The payment of order ${short} is disputed`,
    won: (short: string) => `The dispute about order ${short} is won`,
    lost: (short: string) => `The dispute about order ${short} is lost`,
  },
  many: (counts: readonly (readonly [NewsKind, number])[]) =>
    counts.map(([kind, count]) => counted(count, one[kind])).join(', '),
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
