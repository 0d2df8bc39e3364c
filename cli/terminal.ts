/** What the command line prints: texts of shoppers, mail servers and providers may be part of every line. */
import { formatWithOptions } from 'node:util';
import { withoutControls } from '../src/domain/text-limits.ts';

/** Lines stay lines; everything else that a terminal would obey becomes a space. */
export function plain(text: string): string {
  return text.split('\n').map(withoutControls).join('\n');
}

/** Lets `console` print plain text alone from now on. The progress bar writes to the terminal by itself. */
export function printPlainText(): void {
  for (const name of ['log', 'error'] as const) {
    const print = console[name].bind(console);
    console[name] = (...data: unknown[]) => print('%s', plain(formatWithOptions({ colors: false }, ...data)));
  }
}
