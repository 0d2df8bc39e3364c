import { useState } from 'react';
import type { WireVital } from '../../contract/desk.ts';
import { deskScreenMessages } from '../../contract/messages/desk.ts';
import { deskSpeedMessages as says } from '../../contract/messages/desk-lists-and-shop.ts';
import { startOf } from '../../domain/days.ts';
import { type Percentile, thresholds, type Verdict, verdictOf } from '../../domain/vitals-report.ts';
import { pageKinds, type Vital, vitals } from '../../domain/web-vitals.ts';
import { FailureText } from './ActionMessage.tsx';
import { DeskScreen } from './DeskScreen.tsx';
import { shortDay } from './short-day.ts';
import { SelectField } from './SelectField.tsx';
import { useReading } from './use-reading.ts';
import { WideTable } from './DeskTable.tsx';

/** How fast pages are for shoppers, by page and week. */
export function SpeedScreen() {
  return (
    <DeskScreen isOwners title={deskScreenMessages.places.speed}>
      {() => <Speed />}
    </DeskScreen>
  );
}

const rows = ['all', ...pageKinds] as const;

function Speed() {
  const { reply, problem } = useReading('vitals.read');
  const [vital, choose] = useState<Vital>('LCP');
  const figures = reply?.figures;
  const [good, poor] = thresholds[vital];

  return (
    <>
      <p className="max-w-prose">{says.intro}</p>
      <FailureText text={problem} />
      {figures?.length === 0 && <p className="max-w-prose">{says.none}</p>}
      {figures && figures.length > 0 && (
        <section className="flex flex-col gap-2">
          <SelectField
            label={says.vital}
            className="max-w-xs"
            value={vital}
            change={(chosen) => choose(vitals.find((one) => one === chosen) ?? 'LCP')}
          >
            {vitals.map((one) => (
              <option key={one} value={one}>
                {says.vitals[one]}
              </option>
            ))}
          </SelectField>
          <p className="max-w-prose">
            {says.meanings[vital]} {says.limits(textOf(vital, good), textOf(vital, poor))}
          </p>
          <VitalTable vital={vital} figures={figures.filter((one) => one.vital === vital)} />
          <p className="field-hint max-w-prose">{says.note}</p>
        </section>
      )}
    </>
  );
}

function VitalTable({ vital, figures }: { vital: Vital; figures: readonly WireVital[] }) {
  const weeks = [...new Set(figures.map(({ week }) => week))];
  const measured = rows.filter((page) => figures.some((one) => one.page === page));
  return (
    <WideTable name={says.vitals[vital]} columns={[says.page, ...weeks.map(weekName)]}>
      {measured.map((page) => (
        <tr key={page}>
          <th scope="row">{says.pages[page]}</th>
          {weeks.map((week) => (
            <td key={week}>
              <Figure vital={vital} figure={figures.find((one) => one.page === page && one.week === week)} />
            </td>
          ))}
        </tr>
      ))}
    </WideTable>
  );
}

function Figure({ vital, figure }: { vital: Vital; figure: Percentile | undefined }) {
  if (!figure) return says.notMeasured;
  const { value, views, isOver } = figure;
  const verdict = isOver ? 'poor' : verdictOf(vital, value);
  const text = textOf(vital, value);
  return (
    <>
      <b className="block text-base">{isOver ? says.over(text) : text}</b>
      <span className={`block font-semibold ${colours[verdict]}`}>{says.verdicts[verdict]}</span>
      <span className="text-muted block text-xs">{says.views(views)}</span>
    </>
  );
}

/** How fast a page is; the word beside it says the same. */
const colours: Record<Verdict, string> = { good: 'text-success', 'needs-work': '', poor: 'text-danger' };

const SECOND_MS = 1_000;

/** `1.8 s`, `180 ms`, or a score as `0.12`. */
function textOf(vital: Vital, value: number): string {
  if (vital === 'CLS') return value.toFixed(2);
  return value < SECOND_MS ? `${Math.round(value / 10) * 10} ms` : `${(value / SECOND_MS).toFixed(1)} s`;
}

const weekName = (week: string) => shortDay.format(startOf(week));
