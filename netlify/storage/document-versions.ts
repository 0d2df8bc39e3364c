import { Unreachable } from './unreachable.ts';

/**
 * The version in which each kind of JSON document is written, stored in the document as `v`; without `v` it is version
 * 1. A new field that older code may ignore needs no new version: its reader uses a default. Raise a version if older
 * code would misread the document, and let the reader convert older versions.
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
  'log entry': 1,
  notification: 1,
  order: 1,
  'order note': 1,
  passkeys: 1,
  'staff news': 1,
  'staff session': 1,
  subscription: 1,
  'waitlist entry': 1,
} as const;

export type DocumentKind = keyof typeof versions;

/** A newer build wrote the document, and this build cannot interpret it. */
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
