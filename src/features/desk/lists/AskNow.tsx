import { useState } from 'react';
import { deskCall } from '../../../client/desk-api.ts';
import { BusyButton } from '../../../components/ui/BusyButton.tsx';
import type { DeskReply } from '../../../contract/desk.ts';
import { deskPaths } from '../../../contract/desk-paths.ts';
import { deskListsMessages as says } from '../../../contract/messages/desk-lists-and-shop.ts';
import { shortOrderId } from '../../../domain/order.ts';
import { DeskPart } from '../DeskPart.tsx';
import { ActionMessage } from '../ActionMessage.tsx';
import { problemOf, useAction } from '../use-action.ts';

/** Asks the payment providers about everything open, and sends what is due. */
export function AskNow({ onAsked }: { onAsked: () => Promise<void> }) {
  const [result, setResult] = useState<DeskReply<'lists.reconcile'> | null>(null);
  const { isBusy, problem, run } = useAction();
  const ask = () =>
    run(() => {
      setResult(null);
      return problemOf(deskCall('lists.reconcile'), (reply) => {
        setResult(reply);
        return onAsked();
      });
    });
  return (
    <DeskPart id="desk-ask" title={says.reconcileTitle}>
      <p className="text-muted">{says.reconcileHint}</p>
      <BusyButton isBusy={isBusy} className="btn btn-secondary self-start" onClick={() => void ask()}>
        {says.reconcile}
      </BusyButton>
      <ActionMessage
        said={result ? says.checked(result.checked, result.changed.length) : ''}
        problem={problem}
      />
      {result && <Outcome result={result} />}
    </DeskPart>
  );
}

function Outcome({
  result: { changed, problems, left, unsentEmails },
}: {
  result: DeskReply<'lists.reconcile'>;
}) {
  const lines = [
    ...changed.map(({ orderId, before, after, refundsDone }) => ({
      orderId,
      text: says.moved(shortOrderId(orderId), before, after, refundsDone),
    })),
    ...problems.map(({ orderId, problem }) => ({ orderId, text: `${shortOrderId(orderId)}: ${problem}` })),
  ];
  return (
    <>
      <ul>
        {lines.map(({ orderId, text }) => (
          <li key={text}>
            <a className="link inline-flex min-h-11 items-center" href={deskPaths.order(orderId)}>
              {text}
            </a>
          </li>
        ))}
      </ul>
      {left > 0 && <p>{says.more(left)}</p>}
      {unsentEmails > 0 && <p className="text-danger">{says.unsent(unsentEmails)}</p>}
    </>
  );
}
