import { useStore } from '@nanostores/react';
import type { ComponentProps } from 'react';
import type { DeliveryField } from '../../domain/address.ts';
import { $delivery, editDelivery, blurDeliveryField } from '../../stores/checkout/delivery.ts';
import { FieldFrame } from './FieldFrame.tsx';

interface Props extends Pick<
  ComponentProps<'input'>,
  'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'className'
> {
  field: DeliveryField;
  label: string;
  hint?: string | undefined;
}

export function DeliveryInput({ field, label, hint, className = '', ...input }: Props) {
  const address = useStore($delivery, { ssr: 'initial' });
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      {(attributes) => (
        <input
          type="text"
          enterKeyHint="next"
          spellCheck={false}
          {...input}
          {...attributes}
          className={`field-input ${className}`}
          value={address[field]}
          onChange={(event) => editDelivery(field, event.target.value)}
          onBlur={() => blurDeliveryField(field)}
        />
      )}
    </FieldFrame>
  );
}
