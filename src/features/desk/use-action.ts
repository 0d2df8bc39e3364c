import { useRef, useState } from 'react';

/**
 * Runs one slow action at a time.
 * @returns whether one runs, the sentence of its failure, and `run`, which starts one. The work returns the sentence of
 * a failure, or null. `report` sets `said`: what was done, until the next action begins.
 */
export function useAction() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [said, report] = useState('');
  const running = useRef(false);
  const run = async (work: () => Promise<string | null>): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setProblem(null);
    report('');
    const failure = await work();
    running.current = false;
    setBusy(false);
    setProblem(failure);
    return failure === null;
  };
  return { isBusy, problem, said, report, run };
}

/** Waits for a call, and uses the reply. @returns the sentence of a failure, or null, as the work of an action does */
export async function problemOf<Answer extends { success: true } | { success: false; message: string }>(
  asked: Promise<Answer>,
  use: (reply: Extract<Answer, { success: true }>) => unknown = () => undefined,
): Promise<string | null> {
  const answer = await asked;
  if (!answer.success) return answer.message;
  await use(answer as Extract<Answer, { success: true }>);
  return null;
}
