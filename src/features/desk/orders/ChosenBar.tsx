import { useEffect, useRef, useState } from 'react';
import { deskCall } from '../../../client/desk-api.ts';
import { BusyButton } from '../../../components/ui/BusyButton.tsx';
import { deskPaths } from '../../../contract/desk-paths.ts';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { shortOrderId } from '../../../domain/order.ts';
import { useAction } from '../use-action.ts';
import { useDraft } from '../use-draft.ts';

interface Props {
  isOwner: boolean;
  chosen: readonly string[];
  /** The cancelled ones, also if others were not. */
  onCancelled: (ids: readonly string[]) => void;
}

/** What can be done with the chosen orders: pack them, or cancel them all, such as those of somebody who never pays. */
export function ChosenBar({ isOwner, chosen, onCancelled }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [reason, type, saved] = useDraft('cancel-chosen');
  const { isBusy, problem, run } = useAction();
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
      const done = await cancelAll(chosen, reason);
      onCancelled(done.cancelled);
      if (done.problems.length > 0) return done.problems.join(' ');
      saved();
      setAsking(false);
      return null;
    });
  return (
    <div ref={bar} className="desk-thumb">
      <p role="status">{says.chosen(chosen.length)}</p>
      <p role="alert" className="field-error w-full empty:hidden">
        {problem}
      </p>
      {isAsking ? (
        <div className="flex w-full flex-col gap-3" role="group" aria-label={says.cancelChosen}>
          <p>{says.cancelWarning}</p>
          <label className="field">
            <span className="field-label">{says.reason}</span>
            <input
              className="field-input"
              autoComplete="off"
              maxLength={200}
              onKeyDown={({ key }) => {
                if (key === 'Escape') setAsking(false);
              }}
              value={reason}
              onChange={({ target }) => type(target.value)}
            />
          </label>
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

/** One by one: an order that cannot be cancelled (any more) is named and hinders no other. */
async function cancelAll(ids: readonly string[], typed: string) {
  const cancelled: string[] = [];
  const problems: string[] = [];
  const found = await deskCall('packing.read', { ids: [...ids] });
  if (!found.success) return { cancelled, problems: [found.message] };
  const reason = typed.trim();
  for (const { id, version } of found.orders) {
    const answer = await deskCall('orders.cancel', { id, seen: version, ...(reason !== '' && { reason }) });
    if (answer.success) cancelled.push(id);
    // Without a passkey or a network the others would be refused too.
    else if (answer.code === 'passkey' || answer.code === 'network') {
      return { cancelled, problems: [...problems, answer.message] };
    } else problems.push(says.failedOf(shortOrderId(id), answer.message));
  }
  return { cancelled, problems };
}
