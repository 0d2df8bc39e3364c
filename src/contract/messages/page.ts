/** About a page as a whole. */
export const pageMessages = {
  needsScript: 'This page needs JavaScript. Please switch it on and load the page again.',
} as const;
