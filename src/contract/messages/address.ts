/** Messages about saved addresses. */
export const addressMessages = {
  none: 'No addresses found',
  fetchFailed: 'Failed to fetch addresses',
  saveFailed: 'Failed to save address',
  deleteFailed: 'Failed to delete address',
  updated: 'Address updated!',
  added: 'Address added!',
  deleted: 'Address deleted!',
  deleteQuestion: 'Delete this address?',
  /** The name of an address without a label. */
  label: 'Address',
  /** At checkout. */
  stateFilledIn: 'Filled in from your PIN code or city',
  stateByChoice: 'Of the place that you typed',
  deliverTo: 'Deliver to',
  another: 'Another address',
  anotherHint: 'Type it below',
  /** Shown if no address is saved yet. */
  first: 'No saved addresses yet. Tick “Save this address” below to use it again next time.',
  unheard: 'Your saved addresses could not be loaded. Type one below.',
  isDefault: 'Default',
  makeDefault: 'Use this address first at checkout',
  saveThis: 'Save this address',
  loading: 'Loading your saved addresses',
  unknown: 'This address was not found.',
  tooMany: (most: number) => `You can keep ${most} addresses. Please delete one first.`,
} as const;
