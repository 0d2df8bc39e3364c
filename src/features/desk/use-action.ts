import { useRef, useState } from 'react';

/**
 * Runs one slow action at a time. @returns whether one runs, the sentence of its failure, and what starts one: its work
 * returns the sentence of a failure, or null
 */
export function useAction() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef(false);
  const run = async (work: () => Promise<string | null>): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setProblem(null);
    const failure = await work();
    running.current = false;
    setBusy(false);
    setProblem(failure);
    return failure === null;
  };
  return { isBusy, problem, run };
}
