/** Messages about a whole page. */
export const pageMessages = {
  needsScript: 'This page needs JavaScript. Please switch it on and load the page again.',
  notTheShop: 'This is a preview or an old copy of the shop. Nothing can be ordered here.',
  toTheShop: 'Go to the shop',
  faq: 'Questions and answers',
  notFound: {
    title: 'A dropped thread',
    text: 'This page is not in the shop. It may have moved, or the link has a typo.',
    search: 'Search the collection',
    searchButton: 'Search',
    types: 'Shop by type',
    help: 'Or were you looking for',
  },
} as const;
