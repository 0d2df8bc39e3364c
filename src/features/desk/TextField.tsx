import type { ComponentProps } from 'react';

interface Props extends Pick<
  ComponentProps<'input'>,
  'list' | 'maxLength' | 'onKeyDown' | 'required' | 'value'
> {
  label: string;
  type: (text: string) => void;
}

/** One line of text with its label. */
export function TextField({ label, type, ...input }: Props) {
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <input
        className="field-input"
        autoComplete="off"
        maxLength={60}
        {...input}
        onChange={({ target }) => type(target.value)}
      />
    </label>
  );
}
