/** The newsletter's pages. Not among `paths`, which every page carries to the browser. */
export const newsletterPaths = {
  /** Where forms without script end. */
  home: '/newsletter',
  /** Where the letter leads that asks for a confirmation; `token` in the address's fragment. */
  confirm: '/newsletter/confirm',
  /** Where every letter leads those who want no more; `token` in the query, because it must work without script. */
  leave: '/newsletter/unsubscribe',
} as const;

/** What the home shows, by the fragment of its address. */
export const newsletterOutcomes = {
  sent: 'sent',
  failed: 'failed',
  left: 'left',
  unknown: 'unknown',
  again: 'again',
} as const;
