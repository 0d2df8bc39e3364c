import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { pageFrontmatter } from './contract/page-file.ts';

/**
 * Texts that marketers edit. Products are not a collection: pages and functions read one snapshot of them
 * (scripts/snapshot.ts).
 */
const pages = defineCollection({
  loader: glob({ pattern: '*.md', base: './src/content/pages' }),
  schema: pageFrontmatter,
});
const policies = defineCollection({
  loader: glob({ pattern: '*.md', base: './src/content/policies' }),
  schema: pageFrontmatter,
});

export const collections = { pages, policies };
