import { Unreachable } from './unreachable.ts';

/**
 * The version in which each kind of JSON document is written; it stands in the document as `v`. A document without one
 * is of version 1. New fields that older code may ignore need no new version: their reader gives them a default. Raise a
 * version when older code would misread the document, and let its reader convert the older ones.
 */
const versions = {
  account: 1,
  address: 1,
  attempt: 1,
  code: 1,
  deletion: 1,
  'early order': 1,
  'failed look': 1,
  link: 1,
  notification: 1,
  order: 1,
  subscription: 1,
  'waitlist entry': 1,
} as const;

export type DocumentKind = keyof typeof versions;

/** A document was written by a newer build, and this one cannot know what it means. */
export class NewerDocument extends Unreachable {
  override name = 'NewerDocument';
}

export function writeDocument(kind: DocumentKind, document: object): string {
  return JSON.stringify({ v: versions[kind], ...document });
}

/** @throws NewerDocument */
export function readDocument<Document extends object>(kind: DocumentKind, text: string): Document {
  return withoutVersion(kind, JSON.parse(text) as Document);
}

/** @throws NewerDocument */
export function withoutVersion<Document extends object>(kind: DocumentKind, stored: Document): Document {
  const { v = 1, ...document } = stored as Document & { v?: number };
  if (v > versions[kind]) {
    throw new NewerDocument(
      `A document (${kind}) has version ${v}, this build reads up to ${versions[kind]}: use the newer build`,
    );
  }
  return document as Document;
}
