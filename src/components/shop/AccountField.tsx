import { type ComponentProps, type ReactNode, useState } from 'react';
import { fieldMessages } from '../../contract/messages/field.ts';
import { isLimited, lengthLimits, roomLeft } from '../../domain/text-limits.ts';

interface Props extends Pick<
  ComponentProps<'input'>,
  'type' | 'autoComplete' | 'autoCapitalize' | 'enterKeyHint' | 'defaultValue' | 'className'
> {
  /** Of the form, so that two on a page do not share ids. */
  form: string;
  name: 'name' | 'email' | 'password';
  label: string;
  hint?: string | undefined;
  problem: string | null | undefined;
  onEdit: (text: string) => void;
  /** A control that lies over the end of the field. */
  children?: ReactNode;
}

/** A field about an account that keeps its own text, with its label, its hint and what is wrong with it. */
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
  const [text, setText] = useState('');
  const most = isLimited(name) ? lengthLimits[name] : undefined;
  const left = most === undefined ? null : roomLeft(text, most);
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="relative">
        <input
          enterKeyHint="next"
          // HTML knows no capitals to hold back in an e-mail or a password; a password that is shown is text.
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
