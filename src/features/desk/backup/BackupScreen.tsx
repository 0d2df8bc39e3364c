import { dayAndClock } from '../../../components/shop/date-formats.ts';
import { BusyButton } from '../../../components/ui/BusyButton.tsx';
import { deskBackupMessages as says } from '../../../contract/messages/desk-lists-and-shop.ts';
import { deskScreenMessages } from '../../../contract/messages/desk.ts';
import { ActionMessage } from '../ActionMessage.tsx';
import { DeskPart } from '../DeskPart.tsx';
import { DeskScreen } from '../DeskScreen.tsx';
import { WideTable } from '../DeskTable.tsx';
import { fileOf, type Finished, useBackup } from './use-backup.ts';

/** A backup of the shop as one download. */
export function BackupScreen() {
  return <DeskScreen title={deskScreenMessages.places.backup}>{() => <Backup />}</DeskScreen>;
}

function Backup() {
  const { unfinished, finished, isBusy, problem, take, discard } = useBackup();
  return (
    <>
      <div className="flex flex-col gap-2">
        <p className="max-w-prose">{says.intro}</p>
        <p className="text-muted max-w-prose">{says.other}</p>
        {unfinished && !isBusy && <p>{says.unfinished(dayAndClock.format(unfinished.state.at))}</p>}
        <div className="desk-buttons">
          <BusyButton isBusy={isBusy} className="btn btn-primary" onClick={() => void take(unfinished)}>
            {unfinished ? says.goOn : says.begin}
          </BusyButton>
          {unfinished && !isBusy && (
            <button type="button" className="btn btn-secondary" onClick={() => void discard()}>
              {says.discard}
            </button>
          )}
        </div>
        {isBusy && <p className="text-muted tabular-nums">{says.running(unfinished?.state.lines ?? 0)}</p>}
        <ActionMessage said={finished ? says.ready(dayAndClock.format(finished.at)) : ''} problem={problem} />
        {finished && <Sums {...finished} />}
      </div>
      <DeskPart id="desk-restore" title={says.restoreTitle}>
        <p className="max-w-prose">{says.restore}</p>
        <p>
          <code className="break-words select-all">
            {says.restoreCommand(fileOf(finished?.at ?? Date.now()))}
          </code>
        </p>
      </DeskPart>
    </>
  );
}

/** The counts and sums that a restore compares with the new database. */
function Sums({ end: { rows, wrong } }: Finished) {
  return (
    <>
      {wrong.length > 0 && (
        <div role="alert" className="text-danger">
          <p>{says.contradictions}</p>
          <ul>
            {wrong.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      <WideTable name={deskScreenMessages.places.backup} columns={[says.what, says.howMuch]}>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </WideTable>
    </>
  );
}
