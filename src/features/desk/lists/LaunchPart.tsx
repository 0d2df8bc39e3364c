import { useState } from 'react';
import { deskCall } from '../../../client/desk-api.ts';
import { BusyButton } from '../../../components/ui/BusyButton.tsx';
import { deskListsMessages as says } from '../../../contract/messages/desk-lists.ts';
import { ActionNews } from '../ActionNews.tsx';
import { useAction } from '../use-action.ts';

interface Props {
  waiting: number;
  onSent: () => Promise<void>;
}

/** Tells the waitlist that the shop is open. An email cannot be taken back, so it asks first. */
export function LaunchPart({ waiting, onSent }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [said, setSaid] = useState('');
  const { isBusy, problem, run } = useAction();
  const send = () =>
    run(async () => {
      const answer = await deskCall('lists.launch');
      if (!answer.success) return answer.message;
      setAsking(false);
      setSaid(says.launched(answer.sent, answer.left));
      await onSent();
      return null;
    });
  return (
    <section className="desk-part" aria-labelledby="desk-launch">
      <h2 id="desk-launch" className="display text-2xl">
        {says.launchTitle}
      </h2>
      <p className="text-muted">{says.launchHint(waiting)}</p>
      <div className="desk-buttons">
        {isAsking ? (
          <>
            <BusyButton isBusy={isBusy} className="btn btn-primary" onClick={() => void send()}>
              {says.launchSure}
            </BusyButton>
            <button type="button" className="btn btn-secondary" onClick={() => setAsking(false)}>
              {says.launchStop}
            </button>
          </>
        ) : (
          <button type="button" className="btn btn-secondary" onClick={() => setAsking(true)}>
            {says.launch}
          </button>
        )}
      </div>
      <ActionNews said={said} problem={problem} />
    </section>
  );
}
