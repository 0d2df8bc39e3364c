/** Why a code cannot be used by this shopper. Apart from the other messages, because only the server says them. */
export const codeUseMessages = {
  account: 'You have used a code already. Each of our codes is for one shopper, once.',
  phone: 'This phone number has used a code already. Each of our codes is for one shopper, once.',
} as const;
