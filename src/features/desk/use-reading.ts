import { useCallback, useEffect, useState } from 'react';
import { type DeskAnswer, deskCall } from '../../client/desk-api.ts';
import type { DeskBody, DeskReply, DeskRouteName } from '../../contract/desk.ts';
import { useNewest } from './use-newest.ts';

/**
 * Asks a call that reads, again if its body changes. A failure keeps the last reply to the same body; a reply or a failure of
 * another body is dropped, because it would stand under the wrong name, such as that of another month.
 * @returns the reply and the sentence of a failure (each null if there is none), the setter of the reply, and what asks
 * again
 */
export function useReading<Name extends DeskRouteName>(name: Name, body?: DeskBody<Name>) {
  const question = JSON.stringify(body ?? {});
  const [answered, setAnswered] = useState<{ question: string; reply: DeskReply<Name> } | null>(null);
  const [failed, setFailed] = useState<{ question: string; why: string } | null>(null);
  const begin = useNewest();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `question` is the text of the body
  const load = useCallback(async () => {
    const isNewest = begin();
    const answer: DeskAnswer<Name> = await deskCall(name, body);
    if (!isNewest()) return;
    setFailed(answer.success ? null : { question, why: answer.message });
    if (answer.success) setAnswered({ question, reply: answer });
  }, [name, question]);
  useEffect(() => void load(), [load]);
  const setReply = (reply: DeskReply<Name>) =>
    setAnswered((last) => (last?.question === question ? { question, reply } : last));
  const reply = answered?.question === question ? answered.reply : null;
  const problem = failed?.question === question ? failed.why : null;
  return { reply, setReply, problem, load };
}
