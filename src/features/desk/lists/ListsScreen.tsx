import { useCallback, useEffect, useState } from 'react';
import { deskCall } from '../../../client/desk-api.ts';
import { Problem } from '../../../components/shop/Problem.tsx';
import type { DeskReply } from '../../../contract/desk.ts';
import { deskListsMessages as says } from '../../../contract/messages/desk-lists-and-shop.ts';
import { DeskScreen } from '../DeskScreen.tsx';
import { AskNow } from './AskNow.tsx';
import { CodesPart } from './CodesPart.tsx';
import { ExportsPart } from './ExportsPart.tsx';
import { LaunchPart } from './LaunchPart.tsx';
import { OwnerTasks } from './OwnerTasks.tsx';

/** What works on many orders or emails at once. */
export function ListsScreen() {
  return (
    <DeskScreen isOwners title={says.title}>
      {() => <Lists />}
    </DeskScreen>
  );
}

function Lists() {
  const [found, setFound] = useState<DeskReply<'lists.read'> | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const load = useCallback(async () => {
    const answer = await deskCall('lists.read');
    setFailure(answer.success ? null : answer.message);
    if (answer.success) setFound(answer);
  }, []);
  useEffect(() => void load(), [load]);
  return (
    <>
      <Problem isNews text={failure} onRetry={load} />
      {/* The tasks move everything below them, which would lose a tap. */}
      {!found && failure === null ? (
        <div className="skeleton h-40" aria-hidden="true" />
      ) : (
        <>
          {found && <OwnerTasks tasks={found.tasks} of={found.of} />}
          <AskNow onAsked={load} />
          <CodesPart />
          <ExportsPart />
          {found && <LaunchPart waiting={found.waiting} onSent={load} />}
        </>
      )}
    </>
  );
}
