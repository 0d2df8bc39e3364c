import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string;
  hint?: string;
  change?: (text: string) => void;
}

/** One line of text, or a day, with its label. */
export function TextField({ label, hint, change, ...input }: Props) {
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <input
        className="field-input"
        autoComplete="off"
        maxLength={60}
        {...input}
        onChange={({ target }) => change?.(target.value)}
      />
      {hint && <span className="field-hint">{hint}</span>}
    </label>
  );
}
