import { type ComponentProps, type ReactNode, useState } from 'react';
import { fieldMessages } from '../../contract/messages/address.ts';
import { lengthLimits, roomLeft } from '../../domain/text-limits.ts';
import { passwordLength } from '../../domain/user.ts';

interface Props extends Pick<
  ComponentProps<'input'>,
  'type' | 'autoComplete' | 'autoCapitalize' | 'enterKeyHint' | 'defaultValue' | 'className'
> {
  /** The id of the form, so that two forms on a page do not share ids. */
  form: string;
  name: 'name' | 'email' | 'password';
  label: string;
  hint?: string | undefined;
  problem: string | undefined;
  onEdit: (text: string) => void;
  /** A control that lies over the end of the field. */
  children?: ReactNode;
}

/** An uncontrolled field of an account form, with its label, its hint and its error. */
export function AccountField({
  form,
  name,
  label,
  hint,
  problem,
  onEdit,
  children,
  className = '',
  type = 'text',
  ...input
}: Props) {
  const id = `${form}-${name}`;
  const [text, setText] = useState(String(input.defaultValue ?? ''));
  const most = name === 'password' ? passwordLength.max : lengthLimits[name];
  const left = roomLeft(text, most);
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="relative">
        <input
          enterKeyHint="next"
          // `autoCapitalize` has no effect on email and password inputs; a visible password is a text input.
          autoCapitalize={type === 'text' ? 'none' : undefined}
          {...input}
          id={id}
          name={name}
          type={type}
          inputMode={type === 'email' ? 'email' : 'text'}
          required
          maxLength={most}
          className={`field-input ${className}`}
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={Boolean(problem)}
          aria-describedby={`${id}-note`}
          onChange={(event) => {
            setText(event.target.value);
            onEdit(event.target.value);
          }}
        />
        {children}
      </div>
      <p id={`${id}-note`} className={`empty:hidden ${problem ? 'field-error' : 'field-hint'}`}>
        {problem ?? (left === null ? hint : fieldMessages.roomLeft(left))}
      </p>
    </div>
  );
}
