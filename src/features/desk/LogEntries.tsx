import type { LogEntry } from '../../domain/staff.ts';
import { deskStaffMessages as says } from '../../contract/messages/desk-screen.ts';
import { dayAndClock } from '../../components/shop/date-formats.ts';

/** Entries of the log, in the sequence that they come: beside one subject, or of all. */
export function LogEntries({ entries }: { entries: readonly LogEntry[] }) {
  if (entries.length === 0) return <p className="text-muted">{says.noLog}</p>;
  return (
    <ol className="border-line border-b">
      {entries.map((entry) => (
        <li
          key={`${entry.at} ${entry.action} ${entry.subject}`}
          className="border-line flex flex-col gap-1 border-t py-3 text-sm"
        >
          <p>
            <b className="font-semibold">{entry.action}</b> {entry.subject}
          </p>
          <p className="text-muted">
            {dayAndClock.format(entry.at)}, {entry.who}
            {entry.reason !== undefined && `: ${entry.reason}`}
          </p>
          {(entry.before !== null || entry.after !== null) && (
            <p className="break-words">
              {says.was} {wordsOf(entry.before)}; {says.became} {wordsOf(entry.after)}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

/** A value of the log as text: texts and numbers as they are, anything else by its fields. */
function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, part]) => `${name} ${typeof part === 'object' ? JSON.stringify(part) : String(part)}`)
    .join(', ');
}
