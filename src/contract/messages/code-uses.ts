/** Why a code cannot be used by this shopper. Apart from the other messages, because only the server says them. */
export const codeUseMessages = {
  account: 'You have already used a code. Each shopper can use one code, once.',
  phone: 'A code has already been used with this phone number. Each shopper can use one code, once.',
} as const;
