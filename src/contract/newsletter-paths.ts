/** The newsletter's pages. They are not in `paths`, because every page sends those to the browser. */
export const newsletterPaths = {
  /** Where a form without script ends. */
  home: '/newsletter',
  /** The link in the confirmation email; `token` is in the URL's fragment. */
  confirm: '/newsletter/confirm',
  /** The unsubscribe link of every email; `token` is in the query, because it must work without script. */
  leave: '/newsletter/unsubscribe',
} as const;

/** Results that the newsletter page shows, by URL fragment. */
export const newsletterOutcomes = {
  sent: 'sent',
  failed: 'failed',
  left: 'left',
  unknown: 'unknown',
  again: 'again',
} as const;
