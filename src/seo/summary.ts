import type { Product } from '../domain/product.ts';
import { shop } from '../domain/config.ts';

/** Length in characters: search engines cut off a longer description, and extend a shorter one with their own text. */
const longest = 155;
const shortest = 80;

/** As many whole sentences of a text as fit; if these are too short, as many words. */
export function summaryOf(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= longest) return flat;
  const start = flat.slice(0, longest + 1);
  const sentences = /^.*[.!?](?=\s)/.exec(start)?.[0];
  if (sentences !== undefined && sentences.length >= shortest) return sentences;
  return `${start.slice(0, longest - 1).replace(/\s+\S*$/, '')}…`;
}

/** A product's own description; if it is short, followed by the fabric. */
export function productSummary({ name, description, colour, fabric }: Product): string {
  if (description.length >= shortest) return summaryOf(description);
  return summaryOf(`${description} ${name} in ${colour.name}: ${fabric}, made in ${shop.country}.`);
}
