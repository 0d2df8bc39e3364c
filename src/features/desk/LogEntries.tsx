import type { LogEntry } from '../../domain/staff.ts';
import { dayAndClock } from '../../components/shop/date-formats.ts';
import { changesOf, logSentence, deskLogMessages } from '../../contract/messages/desk-log.ts';
import { deskStaffMessages as says } from '../../contract/messages/desk.ts';

interface Props {
  entries: readonly LogEntry[];
  /** The entries stand beside their subject, so they do not name it. */
  isBeside?: boolean;
}

/** Entries of the log in their given order: who did what and when, and the values before and after. */
export function LogEntries({ entries, isBeside = false }: Props) {
  if (entries.length === 0) return <p className="text-muted">{says.noLog}</p>;
  return (
    <ol className="border-line border-b">
      {entries.map((entry) => (
        <li
          key={`${entry.at} ${entry.action} ${entry.subject}`}
          className="border-line flex flex-col gap-1 border-t py-3 text-sm"
        >
          <p className="break-words">{logSentence(entry, isBeside)}</p>
          {changesOf(entry).map((sentence) => (
            <p key={sentence} className="break-words">
              {sentence}
            </p>
          ))}
          {entry.reason !== undefined && (
            <p className="written break-words">{deskLogMessages.reason(entry.reason)}</p>
          )}
          <time className="text-muted" dateTime={new Date(entry.at).toISOString()}>
            {dayAndClock.format(entry.at)}
          </time>
        </li>
      ))}
    </ol>
  );
}
