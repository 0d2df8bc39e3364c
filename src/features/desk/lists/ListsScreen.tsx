import { Problem } from '../../../components/shop/Problem.tsx';
import { deskListsMessages as says } from '../../../contract/messages/desk-lists-and-shop.ts';
import { DeskScreen } from '../DeskScreen.tsx';
import { useReading } from '../use-reading.ts';
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
  const { reply: found, problem, load } = useReading('lists.read');
  return (
    <>
      <Problem isNews text={problem} onRetry={load} />
      {/* What stands below the tasks waits for them, because they would move it from under a finger. */}
      {!found && problem === null ? (
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
