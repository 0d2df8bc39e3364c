import { type FormEvent, useRef, useState } from 'react';
import { BusyButton } from '../../../components/ui/BusyButton.tsx';
import type { DeskOrder } from '../../../contract/desk-orders.ts';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { shortOrderId } from '../../../domain/order.ts';
import { CameraScanner } from '../CameraScanner.tsx';
import { TextField } from '../TextField.tsx';
import { batchKeys } from '../batch.ts';
import { useStoredState } from '../use-stored-state.ts';
import { useDraft } from '../use-draft.ts';
import { useScansHere } from '../use-scan.ts';
import { ParcelLine } from './ParcelLine.tsx';
import { PasteNumbers } from './PasteNumbers.tsx';
import { ProblemsOfOrders } from './ProblemsOfOrders.tsx';
import { isOrderCode } from './tracking-lines.ts';
import { UndoAll } from './UndoAll.tsx';
import type { BatchOrders } from './use-batch-orders.ts';

type Numbers = Readonly<Record<string, string>>;

function numbersFrom(known: unknown): Numbers {
  return typeof known === 'object' && known !== null ? (known as Numbers) : {};
}

interface Props {
  batch: BatchOrders;
  /** Goes back to the orders that are not packed. */
  pick: () => void;
  end: () => void;
}

/** Asks for courier and tracking numbers, and ships the parcels. A wrong tap can be undone for half a minute. */
export function ShipStep({ batch, pick, end }: Props) {
  const [courier, typeCourier] = useDraft('courier');
  const [numbers, keepNumbers] = useStoredState<Numbers>(batchKeys.numbers, numbersFrom);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const orders = (batch.orders ?? []).filter(({ status }) => ['Processing', 'Shipped'].includes(status));
  const unpacked = (batch.orders ?? []).filter(({ status }) => status === 'Order Placed');
  const open = orders.filter(({ can }) => can.includes('ship'));
  const ready = open.filter(({ id }) => numbers[id]?.trim());
  const empty = open.filter(({ id }) => !numbers[id]?.trim());

  // One picture of the camera may have two codes. The second one must not wait for the next render.
  const latest = useRef(numbers);
  latest.current = numbers;
  /** The parcel whose slip was read: the next label is its own. */
  const parcel = useRef<string | null>(null);

  const fill = (own: Numbers) => {
    // The numbers of an earlier batch are dropped.
    const ids = orders.map(({ id }) => id);
    const known = Object.entries(latest.current).filter(([id]) => ids.includes(id));
    latest.current = { ...Object.fromEntries(known), ...own };
    keepNumbers(latest.current);
  };
  /** A slip names its parcel. A label that follows no slip belongs to the first parcel without a number. */
  const scanned = (code: string) => {
    const slip = open.find(({ id }) => shortOrderId(id) === code.trim().toUpperCase());
    if (slip) {
      parcel.current = slip.id;
      return setSaid(says.slipRead(shortOrderId(slip.id)));
    }
    if (isOrderCode(code)) return setSaid(says.slipUnknown(code.trim().toUpperCase()));
    const next = parcel.current ?? open.find(({ id }) => !latest.current[id]?.trim())?.id;
    if (next === undefined || Object.values(latest.current).includes(code)) return;
    parcel.current = null;
    fill({ [next]: code });
    setSaid(says.labelRead(shortOrderId(next), code));
  };
  useScansHere(scanned);
  const unasked = ready.filter(({ id, money }) => money && batch.unasked.includes(id));
  const ship = async (these: readonly DeskOrder[], anyway: { anyway?: true } = {}) => {
    if (these.length === 0) {
      setSaid(says.noNumbers);
      goOn(-1);
      return;
    }
    const steps = these.map((order) => {
      return { order, courier, trackingNumber: numbers[order.id]?.trim() ?? '', ...anyway };
    });
    setSaid('');
    const done = await batch.move('ship', steps);
    if (done > 0) setSaid(says.shipped(done));
  };
  const goOn = (at: number) => {
    const fields = [...(list.current?.querySelectorAll<HTMLInputElement>('input:not([readonly])') ?? [])];
    fields[at + 1]?.focus();
  };
  /** Barcode readers send Enter after each code: after a label the next field, after a slip the one of its parcel. */
  const entered = (id: string) => {
    const code = latest.current[id] ?? '';
    const placeOf = (parcelId: string) => open.findIndex((each) => each.id === parcelId);
    if (!isOrderCode(code)) {
      if (parcel.current === id) parcel.current = null;
      return goOn(placeOf(id));
    }
    fill({ [id]: '' });
    scanned(code);
    goOn(placeOf(parcel.current ?? id) - 1);
  };

  return (
    <form
      className="desk-ship"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void ship(ready);
      }}
    >
      {/* Once every parcel is shipped, its result and the list stand in their place. */}
      {open.length > 0 && (
        <>
          <TextField label={says.courier} value={courier} change={typeCourier} required />
          <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2 pt-3 empty:hidden">
            <CameraScanner found={scanned} />
          </div>
          <PasteNumbers
            ids={empty.map(({ id }) => id)}
            taken={orders.map(({ id, shipment }) => shipment?.trackingNumber ?? numbers[id]?.trim() ?? '')}
            fill={fill}
          />
        </>
      )}
      <ul ref={list} className="border-ink border-t">
        {orders.map((order) => (
          <ParcelLine
            key={order.id}
            order={order}
            number={numbers[order.id] ?? ''}
            type={(number) => fill({ [order.id]: number })}
            goOn={() => entered(order.id)}
          />
        ))}
      </ul>
      <div className="desk-thumb">
        <p role="status" className="desk-outcome w-full empty:hidden">
          {said}
        </p>
        <ProblemsOfOrders problems={batch.problems} />
        {unasked.length > 0 && (
          <button
            type="button"
            className="btn btn-secondary"
            aria-disabled={batch.isBusy}
            onClick={() => void ship(unasked, { anyway: true })}
          >
            {says.shipAnyway(unasked.length)}
          </button>
        )}
        <UndoAll
          batch={batch}
          status="Shipped"
          onUndone={(count) => setSaid(count > 0 ? says.done.undo : '')}
        />
        {open.length > 0 ? (
          <BusyButton type="submit" isBusy={batch.isBusy} className="btn btn-primary">
            {says.shipAll(ready.length)}
          </BusyButton>
        ) : (
          <button type="button" className="btn btn-primary" onClick={unpacked.length > 0 ? pick : end}>
            {unpacked.length > 0 ? says.backToPick(unpacked.length) : says.ends}
          </button>
        )}
      </div>
    </form>
  );
}
