import { useState } from 'react';
import { deskCall } from '../../client/desk-api.ts';
import { Problem } from '../../components/shop/Problem.tsx';
import { BusyButton } from '../../components/ui/BusyButton.tsx';
import { deskScreenMessages, deskStaffMessages as says } from '../../contract/messages/desk.ts';
import { addPasskey, type Me, signOut } from '../../stores/desk/staff-session.ts';
import { ActionMessage } from './ActionMessage.tsx';
import { DeskScreen } from './DeskScreen.tsx';
import { Log } from './Log.tsx';
import { News } from './news/News.tsx';
import { StaffCard } from './StaffCard.tsx';
import { problemOf, useAction } from './use-action.ts';
import { useReading } from './use-reading.ts';

/** Who works here, with passkeys and sessions, and what was changed. */
export function StaffScreen() {
  return <DeskScreen title={deskScreenMessages.places.staff}>{(me) => <Staff me={me} />}</DeskScreen>;
}

function Staff({ me }: { me: Me }) {
  const { reply, problem: failure, load } = useReading('staff.list');
  const [changes, setChanges] = useState(0);
  const { isBusy, problem, said, report, run } = useAction();
  const act = async (work: () => Promise<string | null>, done: string) => {
    if (!(await run(work))) return;
    report(done);
    setChanges((count) => count + 1);
    await load();
  };

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="break-all">{me.email}</p>
        <button type="button" className="btn btn-secondary" onClick={() => void run(signOut)}>
          {says.signOut}
        </button>
      </div>
      <Problem isNews text={failure} onRetry={load} />
      <ActionMessage said={said} problem={problem} />
      {/* What stands below the cards waits for them, because they would move it from under a finger. */}
      {!reply && failure === null ? (
        <div className="skeleton h-96" />
      ) : (
        <>
          <div className="grid gap-4 lg:grid-cols-2">
            {reply?.staff.map((one) => (
              <StaffCard
                key={one.email}
                staff={one}
                isBusy={isBusy}
                onRemove={(id) =>
                  act(() => problemOf(deskCall('passkey.remove', { email: one.email, id })), says.removed)
                }
                onEnd={(id) => act(() => problemOf(deskCall('session.end', { id })), says.ended)}
              />
            ))}
          </div>
          <div className="flex flex-wrap gap-3">
            <BusyButton
              isBusy={isBusy}
              className="btn btn-secondary"
              onClick={() => void act(addPasskey, says.added)}
            >
              {says.add}
            </BusyButton>
          </div>
          <News me={me} onChange={() => setChanges((count) => count + 1)} />
          {me.role === 'owner' && <Log key={changes} />}
        </>
      )}
    </>
  );
}
