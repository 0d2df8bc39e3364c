/** Refusals of a discount code for this shopper. They are in their own file, because only the server needs them. */
export const codeUseMessages = {
  account: 'You have already used a code. Each shopper can use one code, once.',
  phone: 'A code has already been used with this phone number. Each shopper can use one code, once.',
} as const;
