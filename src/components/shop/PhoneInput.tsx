import { nationalDigits } from '../../domain/phone.ts';
import { shop } from '../../domain/config.ts';
import type { ControlAttributes } from './FormField.tsx';

interface Props {
  attributes: ControlAttributes;
  /** In the format of `phoneFromInput`. */
  phone: string;
  enterKeyHint?: 'next' | 'done';
  onEdit: (text: string) => void;
  onLeave?: () => void;
}

/** Ten digits after +91, in whatever format they are typed or pasted. */
export function PhoneInput({ attributes, phone, enterKeyHint = 'done', onEdit, onLeave }: Props) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)]">
      <span className="border-muted bg-sunken flex min-w-14 items-center justify-center border border-r-0 px-3 tabular-nums">
        +{shop.phonePrefix}
      </span>
      <input
        {...attributes}
        className="field-input tabular-nums"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        enterKeyHint={enterKeyHint}
        value={nationalDigits(phone)}
        onChange={(event) => onEdit(event.target.value)}
        onBlur={onLeave}
      />
    </div>
  );
}
