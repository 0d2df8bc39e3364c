/** Sentences of the desk: signing in, staff, the log. */
export const deskMessages = {
  signIn: 'Please sign in to the desk.',
  ended: 'Your session at the desk has ended. Please sign in again.',
  elsewhere: 'The desk takes calls from its own pages only.',
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
