/** Safe output: every line may contain text from shoppers, mail servers and providers. */
import { formatWithOptions } from 'node:util';
import { withoutControlsPerLine } from '../src/domain/text-limits.ts';

/** Makes `console` print plain text only. The progress bar writes to the terminal directly. */
export function printPlainText(): void {
  for (const name of ['log', 'error'] as const) {
    const print = console[name].bind(console);
    console[name] = (...data: unknown[]) =>
      print('%s', withoutControlsPerLine(formatWithOptions({ colors: false }, ...data)));
  }
}
