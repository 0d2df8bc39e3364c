/** Messages above search results. Only the server needs them, so no page loads them. */
export const searchMessages = {
  notMade: (typed: string) => `We do not make “${typed}”. These come nearest.`,
  notAll: (text: string) => `Nothing matches all of “${text}”. These come nearest.`,
  notAtPrice: 'Nothing like this at that price. These come nearest.',
  notInSize: (sizes: readonly string[]) =>
    `Nothing like this in size ${sizes.join(' or ')}. These come nearest.`,
} as const;
