import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'zod';
import { addedPageFrontmatter, pageFrontmatter } from './contract/page-schema.ts';

/**
 * Texts that marketers edit. Products are not a collection: pages and functions read one snapshot of them
 * (scripts/snapshot.ts), whose fields are in contract/product-schema.
 */
const schema = z.union([addedPageFrontmatter, pageFrontmatter]);
const pages = defineCollection({
  loader: glob({ pattern: '*.md', base: './src/content/pages' }),
  schema,
});
const policies = defineCollection({
  loader: glob({ pattern: '*.md', base: './src/content/policies' }),
  schema,
});

export const collections = { pages, policies };
