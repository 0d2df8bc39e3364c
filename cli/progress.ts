/** The progress of a long command. */
import process from 'node:process';
import { Presets, SingleBar } from 'cli-progress';

export interface Progress {
  /** Counts one more item as done. */
  step: () => void;
  /** Prints a line of the result. */
  say: (line: string) => void;
  /** Must always be called, also after a failure. */
  end: () => void;
}

/**
 * Shows a progress bar on standard error if that is a terminal; result lines are printed when it has gone, so that they
 * do not break it. Without a terminal there is no bar, and lines are printed at once.
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
      // Ctrl+C ends the whole command. So the bar must not change the terminal in a way that needs a reset.
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
