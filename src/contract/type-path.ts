import { paths } from './paths.ts';

/** The collection narrowed to one type of product; apart from `paths`, which every page loads. */
export const typePath = (subCategory: string) =>
  `${paths.collection}?${new URLSearchParams({ subCategory })}`;
