/** Sentences of the screen that shows one shopper. */
export const deskShoppersMessages = {
  search: 'Email, or phone number of an order',
  find: 'Find',
  logged: 'Every look at an account is written to the log.',
  none: (search: string) => `No account fits ${search}.`,
  unconfirmed: 'email not confirmed',
  since: (day: string) => `Account since ${day}`,
  used: (day: string) => `last used ${day}`,
  orders: 'Orders',
  noOrders: 'No orders yet',
  pieces: (count: number) => (count === 1 ? '1 piece' : `${count} pieces`),
  noteHint: 'The shopper gets it with their data; it goes with the account.',
  export: 'Export all data',
  delete: 'Delete the account',
  sure: (email: string) =>
    `Delete the account of ${email}? Profile, addresses, cart and wishlist go for good; orders stay without name, email, phone and street.`,
  yes: 'Delete for good',
  no: 'Keep it',
  exported: 'Exported. Send the file to the shopper alone.',
  deleted: 'The account was deleted. The shopper gets an email.',
  log: 'What staff did here',
} as const;
