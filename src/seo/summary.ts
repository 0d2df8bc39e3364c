import type { Product } from '../domain/product.ts';
import { shop } from '../domain/config.ts';

/** What search engines show below a title: they cut off what is longer, and fill up what is shorter with their own. */
const longest = 155;
const shortest = 80;

/** As many whole sentences of a text as fit; where they say too little, as many words. */
export function summaryOf(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= longest) return flat;
  const start = flat.slice(0, longest + 1);
  const sentences = /^.*[.!?](?=\s)/.exec(start)?.[0];
  if (sentences !== undefined && sentences.length >= shortest) return sentences;
  return `${start.slice(0, longest - 1).replace(/\s+\S*$/, '')}…`;
}

/** A product's own words; where they are few, followed by what it is made of. */
export function productSummary({ name, description, colour, fabric }: Product): string {
  if (description.length >= shortest) return summaryOf(description);
  return summaryOf(`${description} ${name} in ${colour.name}: ${fabric}, made in ${shop.country}.`);
}
