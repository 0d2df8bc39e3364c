import { useEffect, useRef } from 'react';
import { paymentMessages } from '../../../contract/messages/payment.ts';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { paymentMethods } from '../../../domain/order.ts';
import { SelectField } from '../SelectField.tsx';
import { TextField } from '../TextField.tsx';
import type { ListFilters } from './list-address.ts';

interface Props {
  filters: ListFilters;
  /** An owner can also look for a network. */
  isOwner: boolean;
  change: (filters: ListFilters) => void;
}

/** Day, payment, size, network and account; folded away on a phone until one of them is set. */
export function ListFilterFields({ filters, isOwner, change }: Props) {
  const { from, to, method, size, network, isUnconfirmed, ...rest } = filters;
  const set = (own: ListFilters) => {
    const whole = { from, to, method, size, network, isUnconfirmed, ...rest, ...own };
    // Without empty fields, so that the address has none.
    change(Object.fromEntries(Object.entries(whole).filter(([, value]) => value)) as ListFilters);
  };
  const isAny = Boolean(from || to || method || size || network || isUnconfirmed);
  return (
    <details className="desk-filters" open={isAny || undefined}>
      <summary>{says.filters}</summary>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] items-end gap-3 pb-2">
        <TextField label={says.from} type="date" value={from ?? ''} change={(day) => set({ from: day })} />
        <TextField label={says.to} type="date" value={to ?? ''} change={(day) => set({ to: day })} />
        <SelectField
          label={says.payment}
          value={method ?? ''}
          change={(chosen) => set({ method: paymentMethods.find((each) => each === chosen) })}
        >
          <option value="">{says.any}</option>
          {paymentMethods.map((each) => (
            <option key={each} value={each}>
              {paymentMessages.called[each]}
            </option>
          ))}
        </SelectField>
        <Text label={says.size} value={size} most={40} change={(text) => set({ size: text.toUpperCase() })} />
        {isOwner && (
          <Text label={says.network} value={network} most={45} change={(text) => set({ network: text })} />
        )}
        {isOwner && (
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={isUnconfirmed ?? false}
              onChange={({ target }) => set({ isUnconfirmed: target.checked || undefined })}
            />
            {says.unconfirmed}
          </label>
        )}
        {isAny && (
          <button type="button" className="btn btn-quiet" onClick={() => change(rest)}>
            {says.clear}
          </button>
        )}
      </div>
    </details>
  );
}

interface TextProps {
  label: string;
  value: string | undefined;
  most: number;
  change: (text: string) => void;
}

/** A text that counts when its field is left or Enter is pressed. */
function Text({ label, value, most, change }: TextProps) {
  const field = useRef<HTMLInputElement>(null);
  const leave = (typed: string) => {
    if (typed.trim() !== (value ?? '')) change(typed.trim());
  };
  // The filter may be cleared or set elsewhere.
  useEffect(() => {
    if (field.current) field.current.value = value ?? '';
  }, [value]);
  return (
    <TextField
      label={label}
      autoCapitalize="none"
      maxLength={most}
      placeholder={says.any}
      ref={field}
      defaultValue={value ?? ''}
      onBlur={({ target }) => leave(target.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') leave(currentTarget.value);
      }}
    />
  );
}
