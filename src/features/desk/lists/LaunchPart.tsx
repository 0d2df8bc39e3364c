import { useState } from 'react';
import { deskCall } from '../../../client/desk-api.ts';
import { BusyButton } from '../../../components/ui/BusyButton.tsx';
import { deskListsMessages as says } from '../../../contract/messages/desk-lists-and-shop.ts';
import { DeskPart } from '../DeskPart.tsx';
import { ActionMessage } from '../ActionMessage.tsx';
import { problemOf, useAction } from '../use-action.ts';

interface Props {
  waiting: number;
  onSent: () => Promise<void>;
}

/** Focuses a button that has replaced the tapped one. */
const takeFocus = (button: HTMLElement | null): void => button?.focus();

/** Tells the waitlist that the shop is open. An email cannot be taken back, so it asks first. */
export function LaunchPart({ waiting, onSent }: Props) {
  /** Null before the first question; false after an answer. */
  const [isAsking, setAsking] = useState<boolean | null>(null);
  const { isBusy, problem, said, report, run } = useAction();
  const send = () =>
    run(() =>
      problemOf(deskCall('lists.launch'), ({ sent, left }) => {
        setAsking(false);
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
          <div className="desk-buttons">
            {isAsking ? (
              <>
                {/* Comes first, because a second tap on the same spot must send nothing. */}
                <button
                  ref={takeFocus}
                  type="button"
                  className="btn btn-secondary"
                  onClick={() => setAsking(false)}
                >
                  {says.launchStop}
                </button>
                <BusyButton isBusy={isBusy} className="btn btn-primary" onClick={() => void send()}>
                  {says.launchSure}
                </BusyButton>
              </>
            ) : (
              <button
                ref={isAsking === false ? takeFocus : null}
                type="button"
                className="btn btn-secondary"
                onClick={() => setAsking(true)}
              >
                {says.launch}
              </button>
            )}
          </div>
        </>
      )}
      <ActionMessage said={said} problem={problem} />
    </DeskPart>
  );
}
