import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { addressMessages } from '../../contract/messages/address.ts';
import { placeFields } from '../../stores/checkout/delivery.ts';
import {
  $canSave,
  $picked,
  $saved,
  $wantsSaving,
  openSaved,
  pickOther,
  pickSaved,
  wantSaving,
} from '../../stores/checkout/saved-delivery.ts';

const nothing = { status: 'loading', addresses: [] } as const;

/**
 * Saved addresses to choose from. The row is as high without them, and late ones are added at the end, so that nothing
 * moves.
 */
export function SavedAddresses() {
  const { status, addresses } = useStore($saved, { ssr: () => nothing });
  const picked = useStore($picked, { ssr: () => null });
  const list = useRef<HTMLFieldSetElement>(null);

  useEffect(() => {
    const form = list.current?.closest('form');
    void openSaved(() =>
      placeFields.some((field) => form?.elements.namedItem(field) === document.activeElement),
    );
  }, []);

  return (
    <fieldset ref={list} className="min-w-0">
      <legend className="field-label pb-1">{addressMessages.deliverTo}</legend>
      <div className="address-row">
        {addresses.length === 0 && status !== 'loading' && (
          // Without a saved address this is a placeholder, not a choice.
          <p className="field-hint border-muted flex h-27 flex-1 items-center border border-dashed px-4 py-3 text-balance">
            {status === 'failed' ? addressMessages.loadFailed : addressMessages.first}
          </p>
        )}
        {addresses.length > 0 && (
          <AddressCard isPicked={picked === null} onPick={pickOther}>
            <span className="font-semibold">{addressMessages.another}</span>
            <span className="text-muted text-sm">{addressMessages.anotherHint}</span>
          </AddressCard>
        )}
        {status === 'loading' && (
          <div className="address-card address-waiting skeleton" role="status">
            <span className="visually-hidden">{addressMessages.loading}</span>
          </div>
        )}
        {addresses.map(({ _id, label, address, city, zipcode, isDefault }) => (
          <AddressCard key={_id} isPicked={picked === _id} onPick={() => pickSaved(_id)}>
            <span className="truncate font-semibold">{label || addressMessages.label}</span>
            <span className="truncate text-sm">{address}</span>
            <span className="text-muted truncate text-sm">
              {city} {zipcode}
            </span>
            {isDefault && <span className="badge mt-1 self-start">{addressMessages.isDefault}</span>}
          </AddressCard>
        ))}
      </div>
    </fieldset>
  );
}

function AddressCard({
  isPicked,
  onPick,
  children,
}: {
  isPicked: boolean;
  onPick: () => void;
  children: ReactNode;
}) {
  return (
    <label className="address-card">
      <input
        type="radio"
        name="savedAddress"
        checked={isPicked}
        onChange={onPick}
        className="accent-accent mt-0.5 size-5 shrink-0"
      />
      <span className="written flex min-w-0 flex-1 flex-col">{children}</span>
    </label>
  );
}

/** The place is kept even if there is nothing to save. */
export function SaveAddress() {
  const canSave = useStore($canSave, { ssr: () => false });
  const wantsSaving = useStore($wantsSaving, { ssr: 'initial' });
  return (
    <label className={`flex min-h-11 items-center gap-3 ${canSave ? '' : 'invisible'}`}>
      <input
        type="checkbox"
        name="saveAddress"
        checked={wantsSaving}
        onChange={(event) => wantSaving(event.target.checked)}
        className="accent-accent size-5 shrink-0"
      />
      {addressMessages.saveThis}
    </label>
  );
}
