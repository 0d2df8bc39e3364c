import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { KeyState } from '../../storage/backup.ts';
import type { Line } from '../../storage/restore.ts';
import { addLine, type Sums } from './sums.ts';

/**
 * The format of a backup: gzip of JSON lines. It has a header, one line per key (several for large content), and a footer
 * with counts, sums and a checksum over all lines before it. It is written in pieces, each a gzip of its own, so an
 * interrupted backup continues after its last complete piece.
 */
export const FORMAT = 1;

/** Texts in one line at most, an even number; one Redis command in Lua takes some thousand. */
const TEXTS = 2_000;

export interface Header {
  backup: 'taana';
  format: number;
  id: string;
  /** The time of the shown state, in ms since 1970. */
  at: number;
  /** Ids of the secret keys that hashed the personal data. */
  hashKeys: string;
}

/** What has been written so far. */
export interface Written {
  lines: number;
  checksum: string;
  sums: Sums;
}

export interface Footer extends Written {
  end: true;
}

const compressed = promisify(gzip);

/** The checksum after a line. */
export const chained = (before: string, line: string): string =>
  createHash('sha256')
    .update(before + line)
    .digest('hex');

/** A piece of the file. */
export const pieceOf = (lines: readonly string[]): Promise<Buffer> => compressed(`${lines.join('\n')}\n`);

/** The first line, and what is written with it. */
export function headerOf(opened: Omit<Header, 'backup' | 'format'>) {
  const header: Header = { backup: 'taana', format: FORMAT, ...opened };
  const text = JSON.stringify(header);
  const written: Written = { lines: 0, checksum: chained('', text), sums: {} };
  return { header, text, written };
}

/** The last line. */
export function footerOf({ lines, checksum, sums }: Written): string {
  return JSON.stringify({ end: true, lines, checksum, sums } satisfies Footer);
}

/** One key as lines. */
export function linesOf(standing: KeyState): Line[] {
  const { content } = standing;
  if (typeof content === 'string') return [{ ...standing, more: false }];
  const lines: Line[] = [];
  for (let from = 0; from < content.length; from += TEXTS) {
    lines.push({ ...standing, content: content.slice(from, from + TEXTS), more: from > 0 });
  }
  return lines;
}

/** Adds a line to what is written. @returns its text */
export function addTo(written: Written, line: Line): string {
  const { key, type, expires, content, more } = line;
  const text = JSON.stringify([key, type, expires, more, content]);
  written.checksum = chained(written.checksum, text);
  written.lines += 1;
  addLine(written.sums, line);
  return text;
}
