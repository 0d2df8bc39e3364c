import { useCallback, useEffect, useState } from 'react';
import { deskCall } from '../../client/desk-api.ts';
import { downloadText } from '../../client/download.ts';
import { Problem } from '../../components/shop/Problem.tsx';
import { BusyButton } from '../../components/ui/BusyButton.tsx';
import type { DeskReply } from '../../contract/desk.ts';
import { deskStaffMessages as says } from '../../contract/messages/desk.ts';
import { ActionMessage } from './ActionMessage.tsx';
import { LogEntries } from './LogEntries.tsx';
import { SelectField } from './SelectField.tsx';
import { problemOf, useAction } from './use-action.ts';
import { useNewest } from './use-newest.ts';
import { wholeFile } from './download-in-parts.ts';

type Page = DeskReply<'log.read'>;

/** The whole log by month, newest first, with its export. */
export function Log() {
  const [page, setPage] = useState<Page | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { isBusy, problem, said, report, run } = useAction();
  const begin = useNewest();
  const load = useCallback(
    async (month?: string, before?: number) => {
      const isNewest = begin();
      const answer = await deskCall('log.read', { month, before });
      if (!isNewest()) return;
      setFailure(answer.success ? null : answer.message);
      if (!answer.success) return;
      const isMore = before !== undefined;
      setPage((shown) =>
        isMore && shown ? { ...answer, entries: [...shown.entries, ...answer.entries] } : answer,
      );
    },
    [begin],
  );
  useEffect(() => void load(), [load]);
  const save = (month: string) =>
    run(() => {
      const asked = wholeFile((after: number | undefined) => deskCall('log.export', { month, after }));
      return problemOf(asked, ({ csv, parts }) => {
        downloadText(`desk-log-${month}.csv`, csv, 'text/csv');
        report(parts.every(({ isWhole }) => isWhole) ? says.whole : says.broken);
      });
    });

  return (
    <section className="flex flex-col gap-4 pt-4" aria-labelledby="desk-log">
      <h2 id="desk-log" className="text-xl font-semibold">
        {says.log}
      </h2>
      <p className="text-muted">{says.logIntro}</p>
      <Problem isNews text={failure} onRetry={() => load(page?.month)} />
      {page && (
        <>
          <div className="flex flex-wrap items-end gap-3">
            <SelectField label={says.month} value={page.month} change={(month) => void load(month)}>
              {[...new Set([page.month, ...page.months])].map((month) => (
                <option key={month}>{month}</option>
              ))}
            </SelectField>
            <BusyButton isBusy={isBusy} className="btn btn-secondary" onClick={() => void save(page.month)}>
              {says.export}
            </BusyButton>
          </div>
          <ActionMessage said={said} problem={problem} />
          <LogEntries entries={page.entries} />
          {page.next !== null && (
            <button
              type="button"
              className="btn btn-secondary self-start"
              onClick={() => void load(page.month, page.next ?? undefined)}
            >
              {says.older}
            </button>
          )}
        </>
      )}
    </section>
  );
}
