import { useCallback, useEffect, useState } from 'react';
import { deskCall } from '../../../client/desk-api.ts';
import { endPush, type PushState, readPushState, subscribeToPush } from '../../../client/push.ts';
import { Problem } from '../../../components/shop/Problem.tsx';
import { BusyButton } from '../../../components/ui/BusyButton.tsx';
import type { WireNews } from '../../../contract/desk-news.ts';
import { deskNewsMessages as says } from '../../../contract/messages/desk.ts';
import type { Me } from '../../../stores/desk/staff-session.ts';
import { ActionMessage } from '../ActionMessage.tsx';
import { useAction } from '../use-action.ts';
import { NewsChoices } from './NewsChoices.tsx';
import { NewsDevices } from './NewsDevices.tsx';

interface Props {
  me: Me;
  onChange: () => void;
}

/** The notifications of this staff member, and their devices. */
export function News({ me, onChange }: Props) {
  const [news, setNews] = useState<WireNews | null>(null);
  const [push, setPush] = useState<PushState>({ can: 'yes', deviceId: null });
  const [failure, setFailure] = useState<string | null>(null);
  const { isBusy, problem, said, report, run } = useAction();
  const load = useCallback(async () => {
    const answer = await deskCall('news.read');
    setFailure(answer.success ? null : answer.message);
    if (answer.success) setNews(answer);
    setPush(await readPushState());
  }, []);
  useEffect(() => void load(), [load]);

  /** @param work returns the new state, or the sentence of a failure */
  const act = async (work: () => Promise<WireNews | string>, done: string): Promise<boolean> => {
    const isDone = await run(async () => {
      const result = await work();
      if (typeof result === 'string') return result;
      setNews(result);
      return null;
    });
    setPush(await readPushState());
    if (!isDone) return false;
    report(done);
    onChange();
    return true;
  };
  const turnOn = async (publicKey: string): Promise<WireNews | string> => {
    const address = await subscribeToPush(publicKey);
    if (typeof address === 'string') return address;
    const answer = await deskCall('news.subscribe', address);
    if (!answer.success) await endPush();
    return answer.success ? answer : answer.message;
  };
  const stop = async (id: string): Promise<WireNews | string> => {
    const answer = await deskCall('news.stop', { id });
    if (answer.success && id === push.deviceId) await endPush();
    return answer.success ? answer : answer.message;
  };

  return (
    <section className="desk-notifications flex flex-col gap-4 pt-4" aria-labelledby="desk-news">
      <h2 id="desk-news" className="text-xl font-semibold">
        {says.title}
      </h2>
      <Problem isNews text={failure} onRetry={load} />
      {news && (
        <>
          <ThisDevice
            can={push.can}
            isBusy={isBusy}
            publicKey={news.publicKey}
            isTold={news.devices.some(({ id, email }) => id === push.deviceId && email === me.email)}
            onTurnOn={(publicKey) => act(() => turnOn(publicKey), says.turnedOn)}
          />
          <ActionMessage said={said} problem={problem} />
          <div className="grid gap-4 lg:grid-cols-2">
            <NewsChoices
              me={me}
              isBusy={isBusy}
              choice={news.choice}
              onSave={(choice) =>
                act(async () => {
                  const answer = await deskCall('news.choose', choice);
                  return answer.success ? answer : answer.message;
                }, says.saved)
              }
            />
            <NewsDevices
              isBusy={isBusy}
              devices={news.devices}
              onStop={(id) => act(() => stop(id), says.stopped)}
            />
          </div>
        </>
      )}
    </section>
  );
}

interface ThisDeviceProps {
  can: PushState['can'];
  publicKey: string | null;
  isTold: boolean;
  isBusy: boolean;
  onTurnOn: (publicKey: string) => Promise<unknown>;
}

/** Whether this browser gets notifications, and the button that asks for the permission. */
function ThisDevice({ can, publicKey, isTold, isBusy, onTurnOn }: ThisDeviceProps) {
  if (publicKey === null) return <p className="panel">{says.off}</p>;
  if (can === 'no') return <p className="text-muted">{says.cannot}</p>;
  if (can === 'blocked') return <p className="text-muted">{says.blocked}</p>;
  if (isTold) return <p>{says.isOn}</p>;
  return (
    <>
      <p className="text-muted">{says.intro}</p>
      <BusyButton
        isBusy={isBusy}
        className="btn btn-primary self-start"
        onClick={() => void onTurnOn(publicKey)}
      >
        {says.turnOn}
      </BusyButton>
    </>
  );
}
