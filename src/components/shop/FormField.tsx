import type { ReactNode } from 'react';
import { fieldMessages } from '../../contract/messages/field.ts';
import { roomLeft } from '../../domain/text-limits.ts';

/** What every control of a form has in common. */
export interface ControlAttributes {
  id: string;
  name: string;
  'aria-invalid': boolean;
  'aria-describedby': string;
  'aria-required': boolean;
  maxLength: number | undefined;
}

interface Props {
  id: string;
  name: string;
  label: string;
  hint?: ReactNode;
  /** What is wrong with it. */
  error: string | undefined;
  isRequired?: boolean;
  /** The text as it stands and how many characters the field takes: it says how much is left near the end. */
  room?: { text: string; most: number } | undefined;
  children: (attributes: ControlAttributes) => ReactNode;
}

/** A control with its label, its hint and what is wrong with it. */
export function FormField({ id, name, label, hint, error, isRequired = true, room, children }: Props) {
  const left = room ? roomLeft(room.text, room.most) : null;
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
        maxLength: room?.most,
      })}
      <p id={`${id}-note`} className={`empty:hidden ${error ? 'field-error' : 'field-hint'}`}>
        {error ?? (left === null ? hint : fieldMessages.roomLeft(left))}
      </p>
    </div>
  );
}
