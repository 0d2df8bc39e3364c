import { BusyButton } from '../../../components/ui/BusyButton.tsx';
import { Problem } from '../../../components/shop/Problem.tsx';
import type { Finding } from '../../../contract/desk-health.ts';
import { deskHealthMessages as says } from '../../../contract/messages/desk-lists-and-shop.ts';
import { deskScreenMessages } from '../../../contract/messages/desk.ts';
import { DeskPart } from '../DeskPart.tsx';
import { DeskScreen } from '../DeskScreen.tsx';
import { type Findings, type Groups, useHealth } from './use-health.ts';

/** What is right and what is wrong with the deployed shop, check by check. */
export function HealthScreen() {
  return <DeskScreen title={deskScreenMessages.places.health}>{() => <Health />}</DeskScreen>;
}

function Health() {
  const { groups, failure, findings, load, look } = useHealth();
  return (
    <>
      <p className="max-w-prose">{says.intro}</p>
      <Problem isNews text={failure} onRetry={load} />
      {!groups && failure === null && <div className="skeleton h-40" aria-hidden="true" />}
      {groups && (
        <>
          <Summary groups={groups} findings={findings} onAgain={() => void load()} />
          {groups.map(({ name, checks }) => (
            <DeskPart key={name} title={name}>
              <ul>
                {checks.map((check) => (
                  <CheckRow
                    key={check}
                    check={check}
                    finding={findings[check]}
                    onAgain={() => void look([check])}
                  />
                ))}
              </ul>
            </DeskPart>
          ))}
        </>
      )}
    </>
  );
}

interface SummaryProps {
  groups: Groups;
  findings: Findings;
  onAgain: () => void;
}

/** The progress, then the number of failed checks, with links to them. */
function Summary({ groups, findings, onAgain }: SummaryProps) {
  const all = groups.flatMap(({ checks }) => checks);
  const done = all.filter((check) => findings[check]).length;
  const wrong = all.filter((check) => findings[check]?.state === 'red');
  const isOver = done === all.length;
  return (
    <section className="flex flex-col gap-2" aria-label={deskScreenMessages.places.health}>
      <p role="status" className={wrong.length > 0 ? 'text-danger font-semibold' : 'font-semibold'}>
        {wrong.length > 0 && says.wrong(wrong.length)}
        {isOver && wrong.length === 0 && says.fine}
      </p>
      <p className="text-muted tabular-nums">{says.looking(done, all.length)}</p>
      <ul>
        {wrong.map((check) => (
          <li key={check}>
            <a className="link inline-flex min-h-11 items-center" href={`#${idOf(check)}`}>
              {check}
            </a>
          </li>
        ))}
      </ul>
      <BusyButton isBusy={!isOver} className="btn btn-secondary self-start" onClick={onAgain}>
        {says.again}
      </BusyButton>
    </section>
  );
}

const idOf = (check: string) => `check-${check.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;

interface RowProps {
  check: string;
  finding: Finding | undefined;
  onAgain: () => void;
}

function CheckRow({ check, finding, onAgain }: RowProps) {
  const { state, seen, advice } = finding ?? {};
  return (
    <li id={idOf(check)} className="desk-row scroll-mt-4" aria-busy={!finding}>
      <span className="min-w-0">
        <span className="font-semibold">{check}</span>
        <span className={`block text-sm ${state === 'red' ? 'text-danger' : 'text-muted'}`}>
          {state ? says.states[state] : says.waiting}
          {seen !== undefined && `: ${seen}`}
        </span>
        {advice !== undefined && <span className="block max-w-prose break-words">{advice}</span>}
      </span>
      {finding && state !== 'ok' && (
        <button type="button" className="btn btn-quiet" aria-label={says.oneName(check)} onClick={onAgain}>
          {says.one}
        </button>
      )}
    </li>
  );
}
