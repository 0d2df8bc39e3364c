/** About answers that nobody can read: apart from those about the network, which every page has. */
export const answerMessages = {
  garbled: 'Something went wrong. Please try again.',
} as const;
