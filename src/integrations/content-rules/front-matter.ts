import matter from 'gray-matter';
import { z } from 'zod';

/** The front matter between `---` of a content file, before a schema has checked it. */
export interface Fields {
  addedOn?: unknown;
  aliases?: unknown;
  images?: unknown;
  lastChanged?: unknown;
  title?: unknown;
  description?: unknown;
  footer?: unknown;
}

type ReadFields =
  | { fields: Fields; written: string; content: string; problem?: undefined }
  | { fields?: undefined; written?: undefined; content?: undefined; problem: string };

export function readFields(source: string): ReadFields {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (!/^---[ \t]*\n/.test(text)) return { problem: 'must begin with a line of --- and its fields below it' };
  try {
    const file = matter(text, onlyYaml);
    return { fields: file.data, written: file.matter, content: file.content };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return { problem: `the lines between --- cannot be read: ${reason}` };
  }
}

// gray-matter runs front matter that is marked as JavaScript; a content file must never be code. Passing options also
// turns off its cache, which would return one shared object per text.
const onlyYaml = {
  language: 'yaml',
  engines: {
    javascript: () => {
      throw new Error('only YAML is read');
    },
  },
};

export const isDay = (text: string): boolean => z.iso.date().safeParse(text).success;

/** The day as written in the file: YAML parses 2026-06-31 as a date and rolls it over to 1 July. */
export function dayAsWritten(field: string, written: string): string | undefined {
  return new RegExp(`^${field}:\\s*(.*?)\\s*(?:#.*)?$`, 'm').exec(written)?.[1];
}
