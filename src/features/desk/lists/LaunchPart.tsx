import { deskCall } from '../../../client/desk-api.ts';
import { deskListsMessages as says } from '../../../contract/messages/desk-lists-and-shop.ts';
import { AskFirst } from '../AskFirst.tsx';
import { DeskPart } from '../DeskPart.tsx';
import { ActionMessage } from '../ActionMessage.tsx';
import { problemOf, useAction } from '../use-action.ts';

interface Props {
  waiting: number;
  onSent: () => Promise<void>;
}

/** Tells the waitlist that the shop is open. An email cannot be taken back, so it asks first. */
export function LaunchPart({ waiting, onSent }: Props) {
  const { isBusy, problem, said, report, run } = useAction();
  const send = () =>
    run(() =>
      problemOf(deskCall('lists.launch'), ({ sent, left }) => {
        report(says.launched(sent, left));
        return onSent();
      }),
    );
  // The result stays after the last email.
  if (waiting === 0 && said === '') return null;
  return (
    <DeskPart id="desk-launch" title={says.launchTitle}>
      {waiting > 0 && (
        <>
          <p className="text-muted">{says.launchHint(waiting)}</p>
          <AskFirst
            label={says.launch}
            className="btn btn-secondary self-start"
            no={says.launchStop}
            yes={says.launchSure}
            isBusy={isBusy}
            act={send}
          />
        </>
      )}
      <ActionMessage said={said} problem={problem} />
    </DeskPart>
  );
}
