import { type SubmitEvent, useState } from 'react';
import { deskCall } from '../../../client/desk-api.ts';
import { BusyButton } from '../../../components/ui/BusyButton.tsx';
import { deskMoneyMessages as say } from '../../../contract/messages/desk-stock-and-money.ts';
import { formatPrice, paiseFromRupees } from '../../../domain/money.ts';
import type { CourierCash } from '../../../domain/order-sums.ts';
import { CallProblem } from '../NetworkNotice.tsx';
import { SelectField } from '../SelectField.tsx';
import { TextField } from '../TextField.tsx';
import { useDraft } from '../use-draft.ts';

interface Props {
  cash: readonly CourierCash[];
  onChange: (cash: CourierCash[]) => void;
}

/** The paise of `14,990.50` or `-500`; null if the text is no amount, or is zero. */
function paiseOf(typed: string): number | null {
  const [, minus = '', digits = ''] = /^([-−]?)([\d,]+(?:\.\d{1,2})?)$/.exec(typed.trim()) ?? [];
  const paise = paiseFromRupees(Number(digits.replaceAll(',', '')));
  if (digits === '' || paise === null || paise === 0) return null;
  return minus === '' ? paise : -paise;
}

/** Records that a courier has paid in cash. */
export function CashReceived({ cash, onChange }: Props) {
  const [courier, setCourier] = useState(cash[0]?.courier ?? '');
  const [amount, typeAmount, amountSaved] = useDraft('cash:amount');
  const [note, typeNote, noteSaved] = useDraft('cash:note');
  const [problem, setProblem] = useState('');
  const [said, setSaid] = useState('');
  const [isBusy, setBusy] = useState(false);
  const chosen = cash.find((each) => each.courier === courier) ?? cash[0];

  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setSaid('');
    const paise = paiseOf(amount);
    if (paise === null || !chosen) return setProblem(say.cashNoAmount);
    if (isBusy) return;
    setBusy(true);
    const { courier: name, receivedPaise: seen } = chosen;
    const answer = await deskCall('money.cashReceived', { courier: name, paise, seen, note });
    setBusy(false);
    if (answer.success) {
      amountSaved();
      noteSaved();
      setProblem('');
      setSaid(say.cashSaved(name, formatPrice(paise)));
      return onChange(answer.cash);
    }
    const now = answer.code === 'changed' ? (answer.now as CourierCash[] | undefined) : undefined;
    setProblem(now ? say.cashMoved : answer.message);
    if (now) onChange(now);
  }

  return (
    <details className="desk-details">
      <summary>{say.cashForm}</summary>
      <form className="flex max-w-96 flex-col gap-4 pb-4" noValidate onSubmit={(event) => void save(event)}>
        <SelectField label={say.courier} value={chosen?.courier} change={setCourier}>
          {cash.map((each) => (
            <option key={each.courier}>{each.courier}</option>
          ))}
        </SelectField>
        <TextField
          label={say.cashAmount}
          hint={say.cashAmountHint}
          className="field-input tabular-nums"
          inputMode="text"
          maxLength={15}
          value={amount}
          change={typeAmount}
        />
        <TextField label={say.cashNote} value={note} change={typeNote} maxLength={200} />
        <CallProblem text={problem} />
        <p role="status" className="empty:hidden">
          {said}
        </p>
        <BusyButton type="submit" isBusy={isBusy} className="btn btn-secondary">
          {say.cashSave}
        </BusyButton>
      </form>
    </details>
  );
}
