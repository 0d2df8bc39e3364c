/** Safe output: every line may contain text from shoppers, mail servers and providers. */
import { formatWithOptions } from 'node:util';
import { withoutControls } from '../src/domain/text-limits.ts';

/** Keeps line breaks; replaces all other control characters with a space. */
export function plain(text: string): string {
  return text.split('\n').map(withoutControls).join('\n');
}

/** Makes `console` print plain text only. The progress bar writes to the terminal directly. */
export function printPlainText(): void {
  for (const name of ['log', 'error'] as const) {
    const print = console[name].bind(console);
    console[name] = (...data: unknown[]) => print('%s', plain(formatWithOptions({ colors: false }, ...data)));
  }
}
