import type { ReactNode } from 'react';
import { fieldMessages } from '../../contract/messages/address.ts';
import { roomLeft } from '../../domain/text-limits.ts';

/** What every form control has in common. */
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
  error: string | undefined;
  isRequired?: boolean;
  /** The current text and the maximum length in characters; the field shows the rest near the end. */
  room?: { text: string; most: number } | undefined;
  children: (attributes: ControlAttributes) => ReactNode;
}

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
