/** About codes that take something off an order. */
export const discountMessages = {
  have: 'Have a code?',
  label: 'Code',
  hint: 'From our letter. One code an order, and each is good once.',
  apply: 'Apply',
  checking: 'Checking',
  remove: 'Remove',
  removeCode: (code: string) => `Remove code ${code}`,
  applied: (code: string, percent: number) => `Code ${code} takes ${percent}% off`,
  removed: (code: string) => `Code ${code} is removed`,
  off: (percent: number) => `${percent}% off your pieces`,
  line: (code: string) => `Code ${code}`,
  missing: 'Enter the code of our letter',
  unknown: 'We do not know this code. Please look at it again: it is in our letter.',
  used: 'This code was used already. Each code is good for one order.',
  kept: 'This code is kept for another order that waits for its payment.',
  expired: (day: string) => `This code was good until ${day}.`,
  /** About an order that was to be paid later. */
  gone: (code: string) =>
    `Code ${code} of this order was used for another order meanwhile. Nothing was charged; please order its pieces again.`,
  failed: 'The code could not be checked. Please try again.',
} as const;
