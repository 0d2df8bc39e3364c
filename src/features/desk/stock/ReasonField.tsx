import { type ChangeEvent, useId } from 'react';
import { deskStockMessages as say } from '../../../contract/messages/desk-stock-and-money.ts';

interface Props {
  value: string;
  problem: string;
  onChange: (reason: string) => void;
}

/** Why stock changes; the usual reasons are offered. */
export function ReasonField({ value, problem, onChange }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {say.reason}
      </label>
      <input
        id={id}
        className="field-input"
        list={`${id}-usual`}
        maxLength={200}
        value={value}
        aria-invalid={problem !== ''}
        aria-describedby={`${id}-problem`}
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => onChange(target.value)}
      />
      <datalist id={`${id}-usual`}>
        {say.reasons.map((reason) => (
          <option key={reason} value={reason} />
        ))}
      </datalist>
      <p id={`${id}-problem`} className="field-error">
        {problem}
      </p>
    </div>
  );
}
