/** How far a long command has come. */
import process from 'node:process';
import { Presets, SingleBar } from 'cli-progress';

export interface Progress {
  /** One more is done. */
  step: () => void;
  /** Prints a line of the result. */
  say: (line: string) => void;
  /** Must be called, also after a failure. */
  end: () => void;
}

/**
 * A bar on standard error where that is a terminal; lines then wait until it has gone, so that they do not tear it.
 * On a pipe there is no bar, and lines come as they come.
 */
export function progress(what: string, total: number): Progress {
  if (!process.stderr.isTTY || total === 0) {
    return { step: () => {}, say: (line) => console.log(line), end: () => {} };
  }
  const lines: string[] = [];
  const bar = new SingleBar(
    {
      format: `${what} {bar} {value}/{total}`,
      stream: process.stderr,
      clearOnComplete: true,
      // Ctrl+C ends the command, not the bar alone; so nothing may be changed that would have to be mended then.
      gracefulExit: false,
      linewrap: true,
    },
    Presets.shades_classic,
  );
  bar.start(total, 0);
  return {
    step: () => bar.increment(),
    say: (line) => lines.push(line),
    end: () => {
      bar.stop();
      for (const line of lines.splice(0)) console.log(line);
    },
  };
}
