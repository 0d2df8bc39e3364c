import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import { Problem } from '../../components/shop/Problem.tsx';
import { openTappedNotifications } from '../../client/push.ts';
import { deskMessages, deskScreenMessages } from '../../contract/messages/desk.ts';
import { deskOrderMessages } from '../../contract/messages/desk-orders.ts';
import { $me, type Me, openDesk, readMe } from '../../stores/desk/staff-session.ts';
import { NetworkNotice } from './NetworkNotice.tsx';
import { CameraScanner } from './CameraScanner.tsx';
import { SignIn } from './SignIn.tsx';
import { $areScansTaken, openOrder, useScan } from './use-scan.ts';

interface Props {
  title: string;
  /** What stands beside the title, such as a search field. */
  aside?: ReactNode;
  /** Other roles see a message, and nothing that would refuse them. */
  isOwners?: boolean;
  children: (me: Me) => ReactNode;
}

/** The frame of a screen's content: the sign-in until somebody is signed in, and a notice while the network is gone. */
export function DeskScreen({ title, aside, isOwners = false, children }: Props) {
  const me = useStore($me, { ssr: 'initial' });
  const areScansTaken = useStore($areScansTaken, { ssr: 'initial' });
  useScan();
  useEffect(() => {
    const open = () => void openDesk();
    open();
    openTappedNotifications();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, []);

  return (
    <>
      <NetworkNotice />
      {me.stage === 'in' && (
        <>
          <header className="flex flex-wrap items-end justify-between gap-3">
            <h1 className="font-display text-[2.25rem] leading-[0.94] font-extrabold uppercase">{title}</h1>
            {aside}
            {!areScansTaken && <CameraScanner label={deskOrderMessages.scanOrder} found={openOrder} />}
          </header>
          {isOwners && me.role !== 'owner' ? (
            <p role="alert" className="panel">
              {deskMessages.forbidden}
            </p>
          ) : (
            children(me)
          )}
        </>
      )}
      {me.stage === 'unknown' && <p className="text-muted">{deskScreenMessages.looking}</p>}
      {me.stage === 'failed' && <Problem isNews text={deskScreenMessages.failed} onRetry={readMe} />}
      {['out', 'link', 'register', 'passkey'].includes(me.stage) && <SignIn me={me} />}
    </>
  );
}
