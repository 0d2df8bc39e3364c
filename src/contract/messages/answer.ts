/** Messages about unreadable responses; the network messages, which every page loads, are separate. */
export const answerMessages = {
  garbled: 'Something went wrong. Please try again.',
} as const;
