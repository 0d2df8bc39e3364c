import type { ReactNode } from 'react';

/** What every control of a form has in common. */
export interface ControlAttributes {
  id: string;
  name: string;
  'aria-invalid': boolean;
  'aria-describedby': string;
  'aria-required': boolean;
}

interface Props {
  id: string;
  name: string;
  label: string;
  hint?: ReactNode;
  /** What is wrong with it. */
  error: string | undefined;
  isRequired?: boolean;
  children: (attributes: ControlAttributes) => ReactNode;
}

/** A control with its label, its hint and what is wrong with it. */
export function FormField({ id, name, label, hint, error, isRequired = true, children }: Props) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        name,
        'aria-invalid': error !== undefined,
        'aria-describedby': `${id}-note`,
        'aria-required': isRequired,
      })}
      <p id={`${id}-note`} className={`empty:hidden ${error ? 'field-error' : 'field-hint'}`}>
        {error ?? hint}
      </p>
    </div>
  );
}
