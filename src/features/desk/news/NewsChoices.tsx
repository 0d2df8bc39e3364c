import type { FormEvent } from 'react';
import { BusyButton } from '../../../components/ui/BusyButton.tsx';
import type { NewsChoice } from '../../../contract/desk-news.ts';
import { deskNewsMessages as says } from '../../../contract/messages/desk.ts';
import { desk } from '../../../domain/config.ts';
import { kindsOf, type NewsKind } from '../../../domain/desk-news.ts';
import type { Me } from '../../../stores/desk/staff-session.ts';
import { useDraft } from '../use-draft.ts';

interface Props {
  me: Me;
  choice: NewsChoice;
  isBusy: boolean;
  /** @returns whether it is saved */
  onSave: (choice: NewsChoice) => Promise<boolean>;
}

/** The quiet hours until somebody chooses others. */
const NIGHT = { from: '22:00', to: '08:00' };

/** The kinds of notifications, the quiet hours, and the daily email. */
export function NewsChoices({ me, choice, isBusy, onSave }: Props) {
  const known = kindsOf(me.role);
  const draft = `news:${me.email}`;
  const night = choice.quiet ?? NIGHT;
  const [chosen, setChosen, kindsSaved] = useDraft(`${draft}:kinds`, choice.kinds.join());
  const kinds = known.filter((kind) => chosen.split(',').includes(kind));
  const setKinds = (now: readonly NewsKind[]) => setChosen(now.join());
  const [isQuiet, setQuiet, quietSaved] = useTick(`${draft}:quiet`, choice.quiet !== null);
  const [from, setFrom, fromSaved] = useDraft(`${draft}:from`, night.from);
  const [to, setTo, toSaved] = useDraft(`${draft}:to`, night.to);
  const [hasDaily, setDaily, dailySaved] = useTick(`${draft}:daily`, choice.hasDaily);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await onSave({ kinds, quiet: isQuiet ? { from, to } : null, hasDaily }))) return;
    for (const saved of [kindsSaved, quietSaved, fromSaved, toSaved, dailySaved]) saved();
  };
  const hours = [
    { label: says.from, value: from, type: setFrom },
    { label: says.to, value: to, type: setTo },
  ];
  return (
    <form className="panel flex flex-col gap-4" onSubmit={(event) => void save(event)}>
      <fieldset>
        <legend className="pb-1 font-semibold">{says.tell}</legend>
        {known.map((kind) => (
          <Choice
            key={kind}
            label={says.kinds[kind]}
            isOn={kinds.includes(kind)}
            onSet={(isOn) => setKinds(isOn ? [...kinds, kind] : kinds.filter((one) => one !== kind))}
          />
        ))}
      </fieldset>
      <fieldset>
        <Choice label={says.quiet} isOn={isQuiet} onSet={setQuiet} />
        {isQuiet && (
          <div className="flex flex-wrap gap-3 pt-1">
            {hours.map(({ label, value, type }) => (
              <label key={label} className="field min-w-32 flex-1">
                <span className="field-label">{label}</span>
                <input
                  className="field-input"
                  type="time"
                  required
                  value={value}
                  onChange={({ target }) => type(target.value)}
                />
              </label>
            ))}
          </div>
        )}
        <p className="field-hint">{says.quietHint}</p>
      </fieldset>
      <fieldset>
        <Choice label={says.daily} isOn={hasDaily} onSet={setDaily} />
        <p className="field-hint">{says.dailyHint(desk.dailyEmailAt)}</p>
      </fieldset>
      <BusyButton type="submit" isBusy={isBusy} className="btn btn-secondary self-start">
        {says.save}
      </BusyButton>
    </form>
  );
}

/** A checkbox whose state is kept as a draft. */
function useTick(
  key: string,
  usual: boolean,
): [isOn: boolean, set: (isOn: boolean) => void, saved: () => void] {
  const textOf = (isOn: boolean) => (isOn ? 'yes' : 'no');
  const [text, type, saved] = useDraft(key, textOf(usual));
  return [text === 'yes', (isOn) => type(textOf(isOn)), saved];
}

function Choice(props: { label: string; isOn: boolean; onSet: (isOn: boolean) => void }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input type="checkbox" checked={props.isOn} onChange={({ target }) => props.onSet(target.checked)} />
      {props.label}
    </label>
  );
}
