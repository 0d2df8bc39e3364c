import { paths } from './paths.ts';

/** The collection filtered by one type of product. It is not in `paths`, because every page loads those. */
export const typePath = (subCategory: string) =>
  `${paths.collection}?${new URLSearchParams({ subCategory })}`;
