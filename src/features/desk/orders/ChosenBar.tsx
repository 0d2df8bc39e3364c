import { useEffect, useRef, useState } from 'react';
import { deskCall } from '../../../client/desk-api.ts';
import { BusyButton } from '../../../components/ui/BusyButton.tsx';
import { BATCH_MAX, type DeskOrder } from '../../../contract/desk-orders.ts';
import { deskPaths } from '../../../contract/desk-paths.ts';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { shortOrderId } from '../../../domain/order.ts';
import { FailureText } from '../ActionMessage.tsx';
import { TextField } from '../TextField.tsx';
import { useAction } from '../use-action.ts';
import { useDraft } from '../use-draft.ts';

interface Props {
  isOwner: boolean;
  chosen: readonly string[];
  /** How many orders of the last choice a batch has no room for. */
  cut: number;
  /** Called with the cancelled orders, also if others could not be cancelled. */
  onCancelled: (ids: readonly string[]) => void;
}

/** What can be done with the chosen orders: pack them, or cancel them all, such as those of somebody who never pays. */
export function ChosenBar({ isOwner, chosen, cut, onCancelled }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [reason, type, saved] = useDraft('cancel-chosen');
  const { isBusy, problem, run } = useAction();
  // The orders as they were when they were last chosen, so that a later change is not cancelled unseen.
  const [asked, setAsked] = useState<readonly DeskOrder[] | null>(null);
  useEffect(() => {
    setAsked(null);
    if (!isAsking) return;
    let isCurrent = true;
    void readOrders(chosen).then(({ orders }) => {
      if (isCurrent) setAsked(orders);
    });
    return () => {
      isCurrent = false;
    };
  }, [isAsking, chosen]);
  const packed = (asked ?? []).filter(({ status }) => status === 'Processing');
  const bar = useRef<HTMLDivElement>(null);
  const wasAsking = useRef(isAsking);
  useEffect(() => {
    if (wasAsking.current === isAsking) return;
    wasAsking.current = isAsking;
    // The button or field that had the focus is gone.
    bar.current?.querySelector<HTMLElement>('input, .btn-secondary')?.focus();
  }, [isAsking]);
  const cancel = () =>
    run(async () => {
      const found = asked ? { orders: asked, problem: null } : await readOrders(chosen);
      if (!found.orders) return found.problem;
      const done = await cancelAll(found.orders, reason);
      onCancelled(done.cancelled);
      if (done.problems.length > 0) return done.problems.join(' ');
      saved();
      setAsking(false);
      return null;
    });
  return (
    <div ref={bar} className="desk-thumb">
      <p role="status" className={cut > 0 ? 'w-full' : undefined}>
        {says.chosen(chosen.length)}
        {cut > 0 && `. ${says.batchFull(BATCH_MAX, cut)}`}
      </p>
      <FailureText text={problem} className="w-full" />
      {isAsking ? (
        <div className="flex w-full flex-col gap-3" role="group" aria-label={says.cancelChosen}>
          <p>{says.cancelWarning}</p>
          {packed.length > 0 && <p>{says.cancelPacked(packed.map(({ id }) => shortOrderId(id)))}</p>}
          <TextField
            label={says.reason}
            value={reason}
            change={type}
            maxLength={200}
            onKeyDown={({ key }) => {
              if (key === 'Escape') setAsking(false);
            }}
          />
          <div className="grid grid-cols-[1fr_2fr] gap-3">
            <button type="button" className="btn btn-secondary" onClick={() => setAsking(false)}>
              {says.leave}
            </button>
            <BusyButton isBusy={isBusy} className="btn btn-primary" onClick={() => void cancel()}>
              {says.cancelCount(chosen.length)}
            </BusyButton>
          </div>
        </div>
      ) : (
        <>
          {isOwner && (
            <button type="button" className="btn btn-secondary" onClick={() => setAsking(true)}>
              {says.cancelChosen}
            </button>
          )}
          <a className="btn btn-primary" href={deskPaths.packing}>
            {says.packChosen}
          </a>
        </>
      )}
    </div>
  );
}

async function readOrders(ids: readonly string[]) {
  const answer = await deskCall('packing.read', { ids: [...ids] });
  return answer.success
    ? { orders: answer.orders, problem: null }
    : { orders: null, problem: answer.message };
}

/** Cancels the orders one by one. An order that cannot be cancelled is named, and the others go on. */
async function cancelAll(orders: readonly DeskOrder[], typed: string) {
  const cancelled: string[] = [];
  const problems: string[] = [];
  const reason = typed.trim();
  for (const { id, version } of orders) {
    const answer = await deskCall('orders.cancel', { id, seen: version, ...(reason !== '' && { reason }) });
    if (answer.success) cancelled.push(id);
    // Without a passkey or a network the others would be refused too.
    else if (answer.code === 'passkey' || answer.code === 'network') {
      return { cancelled, problems: [...problems, answer.message] };
    } else problems.push(says.failedOf(shortOrderId(id), answer.message));
  }
  return { cancelled, problems };
}
