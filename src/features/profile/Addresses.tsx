import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { BusyButton } from '../../components/ui/BusyButton.tsx';
import { EmptyState } from '../../components/shop/EmptyState.tsx';
import { Problem } from '../../components/shop/Problem.tsx';
import { addressMessages } from '../../contract/messages/address.ts';
import type { WireAddress } from '../../contract/calls/address.ts';
import {
  $addresses,
  $addressesProblem,
  $addressesStatus,
  deleteAddress,
  loadAddresses,
} from '../../stores/address/addresses.ts';
import {
  $addressForm,
  CLOSED,
  closeAddressForm,
  openAddressForm,
  restoreAddressForm,
} from '../../stores/address/address-form.ts';
import { AddressForm } from './AddressForm.tsx';
import { Loading } from './Loading.tsx';
import { formatPhone } from '../../domain/phone.ts';
import { Sheet } from './Sheet.tsx';

/** The Addresses tab: the list, and the form while an address is added or edited. */
export function Addresses() {
  const addresses = useStore($addresses);
  const status = useStore($addressesStatus);
  const problem = useStore($addressesProblem);
  const { open } = useStore($addressForm);
  const [asked, setAsked] = useState<WireAddress | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  /** The button that opened the question was removed with its address. */
  const isGone = useRef(false);
  /** What was open at the last render. */
  const wasOpen = useRef(CLOSED);
  const isOpen = open !== CLOSED;
  const isFirst = addresses.length === 0 && (status === 'loading' || status === 'idle');

  useEffect(() => restoreAddressForm(), []);
  useEffect(() => {
    // The form's buttons are gone: the focus returns to the button that opened it.
    if (!isOpen && wasOpen.current !== CLOSED)
      (document.getElementById(editId(wasOpen.current)) ?? add.current)?.focus();
    wasOpen.current = open;
  }, [open, isOpen]);

  useEffect(() => {
    // The dialog closed before this runs and could not return the focus.
    if (asked === null && isGone.current) (add.current ?? title.current)?.focus();
    isGone.current = false;
  }, [asked]);

  const forget = async (id: string) => {
    const outcome = await deleteAddress(id);
    if (outcome.success && open === id) closeAddressForm();
    return outcome.success;
  };

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 ref={title} tabIndex={-1} className="profile-title display">
          My Addresses
        </h2>
        {!isOpen && (
          <button
            ref={add}
            type="button"
            className="btn btn-primary max-xs:w-full mb-6"
            onClick={() => openAddressForm(null)}
          >
            Add Address
          </button>
        )}
      </div>
      {isOpen && <AddressForm key={open} />}
      <Problem text={problem} onRetry={loadAddresses} />
      {isFirst && problem === null && <Loading rows={2} />}
      {addresses.length > 0 && (
        <ul className="border-ink border-t" aria-busy={status === 'loading'}>
          {addresses.map((address) => (
            <Line key={address._id} address={address} onDelete={() => setAsked(address)} />
          ))}
        </ul>
      )}
      {addresses.length === 0 && status === 'ready' && !isOpen && (
        <EmptyState drawing="tag" text={addressMessages.none} />
      )}
      <DeleteQuestion
        address={asked}
        onDelete={forget}
        onClose={() => setAsked(null)}
        onDeleted={() => {
          isGone.current = true;
          setAsked(null);
        }}
      />
    </>
  );
}

function Line({ address, onDelete }: { address: WireAddress; onDelete: () => void }) {
  const { _id: id, label, isDefault, phone } = address;
  const nameId = `address-${id}`;
  return (
    <li className="border-line flex flex-wrap items-start justify-between gap-x-8 gap-y-2 border-b py-5">
      <div className="min-w-0">
        <h3 id={nameId} className="written text-lg font-semibold break-words">
          {label || addressMessages.label}
          {isDefault && <span className="badge ml-3 align-middle">{addressMessages.isDefault}</span>}
        </h3>
        <Lines address={address} />
        <p className="text-muted text-sm tabular-nums">{formatPhone(phone)}</p>
      </div>
      <div className="flex gap-6">
        <button
          type="button"
          id={editId(id)}
          className="link min-h-11 min-w-11 text-left font-semibold"
          aria-describedby={nameId}
          onClick={() => openAddressForm(address)}
        >
          Edit
        </button>
        <button
          type="button"
          className="link min-h-11 min-w-11 text-left font-semibold"
          aria-haspopup="dialog"
          aria-describedby={nameId}
          onClick={onDelete}
        >
          Delete
        </button>
      </div>
    </li>
  );
}

function Lines({ address }: { address: WireAddress }) {
  return (
    <p className="written break-words">
      {address.address}
      <br />
      {address.city}, {address.state} {address.zipcode}
    </p>
  );
}

interface QuestionProps {
  /** Null if nothing is asked. */
  address: WireAddress | null;
  /** @returns whether it is deleted */
  onDelete: (id: string) => Promise<boolean>;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteQuestion({ address, onDelete, onClose, onDeleted }: QuestionProps) {
  const [isBusy, setBusy] = useState(false);

  const confirm = async () => {
    if (!address || isBusy) return;
    setBusy(true);
    const isDeleted = await onDelete(address._id);
    setBusy(false);
    (isDeleted ? onDeleted : onClose)();
  };
  return (
    <Sheet isOpen={address !== null} labelledBy="delete-address" onClose={() => !isBusy && onClose()}>
      {address && (
        <div className="flex flex-col gap-5 pt-4">
          <h2 id="delete-address" className="display text-3xl">
            {addressMessages.deleteQuestion}
          </h2>
          <div>
            <p className="written font-semibold">{address.label || addressMessages.label}</p>
            <Lines address={address} />
          </div>
          {/* The safe action first: it has the focus, so a key held down does not delete. */}
          <div className="flex flex-wrap gap-3">
            <button type="button" className="btn btn-secondary max-xs:w-full" onClick={onClose}>
              Cancel
            </button>
            <BusyButton
              className="btn btn-danger max-xs:w-full"
              isBusy={isBusy}
              onClick={() => void confirm()}
            >
              Delete
            </BusyButton>
          </div>
        </div>
      )}
    </Sheet>
  );
}

function editId(id: string): string {
  return `address-edit-${id}`;
}
