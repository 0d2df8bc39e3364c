import { type FormEvent, useState } from 'react';
import { BusyButton } from '../../../components/ui/BusyButton.tsx';
import type { NewsChoice } from '../../../contract/desk-news.ts';
import { deskNewsMessages as says } from '../../../contract/messages/desk-news.ts';
import { deskNews } from '../../../domain/config.ts';
import { kindsOf, type NewsKind } from '../../../domain/desk-news.ts';
import type { Me } from '../../../stores/desk/me.ts';

interface Props {
  me: Me;
  choice: NewsChoice;
  isBusy: boolean;
  onSave: (choice: NewsChoice) => Promise<void>;
}

/** What the hours are until somebody chooses others. */
const NIGHT = { from: '22:00', to: '08:00' };

/** Which kinds, when not, and whether by email every day. */
export function NewsChoices({ me, choice, isBusy, onSave }: Props) {
  const [kinds, setKinds] = useState<readonly NewsKind[]>(choice.kinds);
  const [isQuiet, setQuiet] = useState(choice.quiet !== null);
  const [hours, setHours] = useState(choice.quiet ?? NIGHT);
  const [hasDaily, setDaily] = useState(choice.hasDaily);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void onSave({ kinds: [...kinds], quiet: isQuiet ? hours : null, hasDaily });
  };
  return (
    <form className="desk-card desk-form" onSubmit={save}>
      <fieldset>
        <legend className="pb-1 font-semibold">{says.tell}</legend>
        {kindsOf(me.role).map((kind) => (
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
            {(['from', 'to'] as const).map((end) => (
              <label key={end} className="field min-w-32 flex-1">
                <span className="field-label">{says[end]}</span>
                <input
                  className="field-input"
                  type="time"
                  required
                  value={hours[end]}
                  onChange={({ target }) => setHours({ ...hours, [end]: target.value })}
                />
              </label>
            ))}
          </div>
        )}
        <p className="field-hint">{says.quietHint}</p>
      </fieldset>
      <fieldset>
        <Choice label={says.daily} isOn={hasDaily} onSet={setDaily} />
        <p className="field-hint">{says.dailyHint(deskNews.dailyEmailAt)}</p>
      </fieldset>
      <BusyButton type="submit" isBusy={isBusy} className="btn btn-secondary self-start">
        {says.save}
      </BusyButton>
    </form>
  );
}

function Choice(props: { label: string; isOn: boolean; onSet: (isOn: boolean) => void }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input type="checkbox" checked={props.isOn} onChange={({ target }) => props.onSet(target.checked)} />
      {props.label}
    </label>
  );
}
