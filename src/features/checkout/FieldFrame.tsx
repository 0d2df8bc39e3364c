import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { type ControlAttributes, FormField } from '../../components/shop/FormField.tsx';
import type { DeliveryField } from '../../domain/address.ts';
import { isLimited, lengthLimits } from '../../domain/text-limits.ts';
import { $delivery, $deliveryErrors } from '../../stores/checkout/delivery.ts';

interface Props {
  field: DeliveryField;
  label: string;
  hint?: string | undefined;
  children: (attributes: ControlAttributes) => ReactNode;
}

export function FieldFrame({ field, label, hint, children }: Props) {
  const text = useStore($delivery, { ssr: 'initial' })[field];
  const room = isLimited(field) ? { text, most: lengthLimits[field] } : undefined;
  const error = useStore($deliveryErrors, { ssr: 'initial' })[field];
  return (
    <FormField id={`delivery-${field}`} name={field} label={label} hint={hint} error={error} room={room}>
      {children}
    </FormField>
  );
}
