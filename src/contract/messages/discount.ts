/** Messages about discount codes. */
export const discountMessages = {
  have: 'Have a code?',
  label: 'Code',
  hint: 'From our email. One code per order, and each works once.',
  apply: 'Apply',
  checking: 'Checking',
  remove: 'Remove',
  removeCode: (code: string) => `Remove code ${code}`,
  applied: (code: string, percent: number) => `Code ${code} takes ${percent}% off`,
  removed: (code: string) => `Code ${code} removed`,
  off: (percent: number) => `${percent}% off your pieces`,
  line: (code: string) => `Code ${code}`,
  missing: 'Enter the code from our email',
  unknown: 'We do not know this code. Please check it again in our email.',
  used: 'This code has already been used. Each code works for one order.',
  kept: 'This code is reserved for another order that is waiting for its payment.',
  expired: (day: string) => `This code was valid until ${day}.`,
  /** For an order that was to be paid later. */
  gone: (code: string) =>
    `Code ${code} has since been used for another order. Nothing was charged; please order these pieces again.`,
  failed: 'The code could not be checked. Please try again.',
} as const;
