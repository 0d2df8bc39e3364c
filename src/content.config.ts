import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';

/**
 * Texts that marketers edit. Products are not a collection: pages and functions read one snapshot of them
 * (scripts/snapshot.ts).
 */
const schema = z.strictObject({
  title: z.string('title must be text').trim().min(1, 'title must not be empty'),
  description: z
    .string('description must be text')
    .min(80, 'description must have at least 80 characters; search engines show it below the title')
    .max(155, 'description must have at most 155 characters; search engines cut the rest off'),
  // YAML reads an unquoted 2026-11-20 as a date.
  lastChanged: z.coerce.date('lastChanged must be a day such as 2026-11-20'),
});

const pages = defineCollection({ loader: glob({ pattern: '*.md', base: './src/content/pages' }), schema });
const policies = defineCollection({
  loader: glob({ pattern: '*.md', base: './src/content/policies' }),
  schema,
});

export const collections = { pages, policies };
