import { useCallback, useEffect, useRef, useState } from 'react';
import { deskCall } from '../../../client/desk-api.ts';
import type { DeskBody } from '../../../contract/desk.ts';
import type { DeskOrderPage, OrderVerb } from '../../../contract/desk-orders.ts';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { sendVerb } from '../send-verb.ts';
import { problemOf } from '../use-action.ts';
import type { PaymentReport } from '../../../domain/payment-settlement.ts';

/** What a verb needs besides the order and the version seen. */
export type VerbDetails<Verb extends OrderVerb> = Omit<DeskBody<`orders.${Verb}`>, 'id' | 'seen'>;

/** The provider's answers on opening; `problem` if one did not come. */
export type Asked = { at: number; said: readonly PaymentReport[]; problem: string | null } | 'asking' | null;

/** What became of a verb; `changed`: somebody else was first, `unasked`: the payment provider does not answer. */
export type Made = 'done' | 'changed' | 'unasked' | 'failed';

/** The order of the screen: read, then asked about at its provider, and changed by verbs. */
export function useOrder(id: string) {
  const [page, setPage] = useState<DeskOrderPage | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** What happened last, and what is left to do. */
  const [outcome, setOutcome] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<Asked>(null);
  const [isBusy, setBusy] = useState(false);
  const made = useRef(0);
  const unanswered = useRef(new Map<string, string>());

  const load = useCallback(async () => {
    const answer = await deskCall('orders.read', { id });
    // An address that was cut short has no id of an order.
    const why = answer.success ? null : answer.code === 'invalid' ? says.unknown : answer.message;
    setProblem(why);
    if (!answer.success) return;
    setPage(answer);
    if (!answer.order.money?.references.length) return;
    setAsked('asking');
    const checked = await deskCall('orders.ask', { id });
    if (!checked.success) return setAsked({ at: Date.now(), said: [], problem: checked.message });
    // The answer is of before a change that was made meanwhile.
    if (made.current === 0) setPage(checked);
    setAsked({ at: Date.now(), said: checked.said, problem: checked.problem });
  }, [id]);
  useEffect(() => void load(), [load]);

  const make = async <Verb extends OrderVerb>(verb: Verb, details: VerbDetails<Verb>): Promise<Made> => {
    if (!page || isBusy) return 'failed';
    setBusy(true);
    setOutcome([]);
    setProblem(null);
    made.current += 1;
    const sent = await sendVerb(verb, page.order, details, unanswered.current);
    setBusy(false);
    if (sent.page) setPage(sent.page);
    setProblem(sent.problem);
    if (sent.problem === null) {
      setOutcome([says.done[verb], ...(sent.left ?? [])]);
      return 'done';
    }
    if (sent.page) return 'changed';
    return sent.isUnasked ? 'unasked' : 'failed';
  };

  const addNote = (text: string) => problemOf(deskCall('orders.note', { id, text }), setPage);

  return { page, problem, outcome, asked, isBusy, load, make, addNote };
}

export type OrderState = ReturnType<typeof useOrder>;
