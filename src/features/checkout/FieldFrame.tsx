import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { type ControlAttributes, FormField } from '../../components/shop/FormField.tsx';
import type { DeliveryField } from '../../domain/address.ts';
import { $deliveryErrors } from '../../stores/delivery.ts';

interface Props {
  field: DeliveryField;
  label: string;
  hint?: string | undefined;
  children: (attributes: ControlAttributes) => ReactNode;
}

/** A control of the delivery form. */
export function FieldFrame({ field, label, hint, children }: Props) {
  const error = useStore($deliveryErrors, { ssr: 'initial' })[field];
  return (
    <FormField id={`delivery-${field}`} name={field} label={label} hint={hint} error={error}>
      {children}
    </FormField>
  );
}
