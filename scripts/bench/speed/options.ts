/** What a run looks at; apart from stage.ts, which reads the catalogue that the shop makes when it opens. */
export const pageNames = ['home', 'collection', 'product', 'cart', 'checkout'] as const;
export type PageName = (typeof pageNames)[number];

export const usualRounds = 3;

export interface Options {
  pages: readonly PageName[];
  rounds: number;
}

/** What makes the same run again. */
export function commandOf({ pages, rounds }: Options): string {
  const some = pages.length < pageNames.length ? ` --pages ${pages.join(',')}` : '';
  return `npm run bench -- speed${some}${rounds === usualRounds ? '' : ` --rounds ${rounds}`}`;
}
