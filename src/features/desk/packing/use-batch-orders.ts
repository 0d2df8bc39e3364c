import { useCallback, useEffect, useRef, useState } from 'react';
import { deskCall } from '../../../client/desk-api.ts';
import type { DeskOrder } from '../../../contract/desk-orders.ts';
import { canBePacked, noteGone, readBatch } from '../batch.ts';
import { sendVerb } from '../send-verb.ts';

/** Calls at once: as many as a slow phone can wait for. */
const AT_ONCE = 4;

/** The verbs of packing. */
type Verb = 'pack' | 'ship' | 'undo';

/** A verb of one order, with what it needs. */
export interface Step {
  order: DeskOrder;
  courier?: string;
  trackingNumber?: string;
  /** An owner ships it without the payment provider's answer. */
  anyway?: true;
}

/** The orders of the batch, and what moves several of them. */
export function useBatchOrders() {
  const [orders, setOrders] = useState<readonly DeskOrder[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** Why an order was not moved, by its id. */
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  /** Orders that wait for the answer of a payment provider. */
  const [unasked, setUnasked] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);

  const load = useCallback(async () => {
    const ids = readBatch();
    if (ids.length === 0) return setOrders([]);
    const answer = await deskCall('packing.read', { ids });
    setProblem(answer.success ? null : answer.message);
    if (answer.success) setOrders(answer.orders);
  }, []);
  useEffect(() => void load(), [load]);
  useEffect(() => {
    if (orders) noteGone(orders.filter((order) => !canBePacked(order)).map(({ id }) => id));
  }, [orders]);
  /** Changes without an answer, by order. */
  const unanswered = useRef(new Map<string, string>());

  const keep = (order: DeskOrder) =>
    setOrders((now) => now?.map((each) => (each.id === order.id ? order : each)) ?? null);

  const one = async (verb: Verb, { order, ...details }: Step): Promise<boolean> => {
    const { page, problem: why, isUnasked } = await sendVerb(verb, order, details, unanswered.current);
    if (page) keep(page.order);
    if (why === null) return true;
    setProblems((all) => ({ ...all, [order.id]: why }));
    if (isUnasked) setUnasked((all) => [...all, order.id]);
    return false;
  };

  /** @returns how many were done */
  const move = async (verb: Verb, steps: readonly Step[]): Promise<number> => {
    if (isBusy) return 0;
    setBusy(true);
    setProblems({});
    setUnasked([]);
    const waiting = [...steps];
    let done = 0;
    const work = async () => {
      for (let step = waiting.shift(); step; step = waiting.shift()) if (await one(verb, step)) done += 1;
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    setBusy(false);
    return done;
  };

  return { orders, problem, problems, unasked, isBusy, load, move };
}

export type BatchOrders = ReturnType<typeof useBatchOrders>;
