import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { BusyButton } from '../../../components/ui/BusyButton.tsx';
import type { DeskOrder, OrderVerb } from '../../../contract/desk-orders.ts';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { formatPrice } from '../../../domain/money.ts';
import { FailureText } from '../ActionMessage.tsx';
import { SelectField } from '../SelectField.tsx';
import { TextField } from '../TextField.tsx';
import { useDraft } from '../use-draft.ts';
import { RefundChoice, RefundSum, useRefundChoice } from './RefundChoice.tsx';
import type { Made, OrderState } from './use-order.ts';

interface Props {
  verb: OrderVerb;
  order: DeskOrder;
  state: OrderState;
  close: () => void;
}

/** Asks for what a verb needs, and for a confirmation before money or pieces move. */
export function VerbForm({ verb, order, state, close }: Props) {
  const title = useId();
  const form = useRef<HTMLFormElement>(null);
  const [courier, typeCourier] = useDraft('courier');
  const [tracking, typeTracking, shipped] = useDraft(`order:${order.id}:tracking`);
  const [reason, typeReason, explained] = useDraft(`order:${order.id}:${verb}:reason`);
  const refund = useRefundChoice(order);
  const [hasTried, setTried] = useState(false);
  const [isUnasked, setUnasked] = useState(false);
  const failed = (order.money?.refunds ?? []).filter(({ state }) => state === 'failed');
  const [byHand, setByHand] = useState(failed[0]?.amountPaise ?? 0);

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input, select, button')?.focus();
  }, []);

  const act = (anyway: { anyway?: true }): Promise<Made> => {
    const why = reason.trim() === '' ? {} : { reason };
    switch (verb) {
      case 'ship':
        return state.make('ship', { courier, trackingNumber: tracking, ...anyway });
      case 'refund':
        return state.make('refund', { amount: refund.amount ?? 'all', ...why });
      case 'refundByHand':
        return state.make('refundByHand', { note: reason, amountPaise: byHand });
      case 'cancel':
        return state.make('cancel', why);
      case 'release':
        return state.make('release', why);
      default:
        return state.make(verb, {});
    }
  };
  const submit = async (anyway: { anyway?: true } = {}) => {
    setTried(true);
    if (verb === 'refund' && refund.amount === null) return;
    const made = await act(anyway);
    setUnasked(made === 'unasked');
    if (made === 'failed' || made === 'unasked') return;
    if (made === 'done') {
      shipped();
      explained();
      refund.saved();
    }
    close();
  };
  return (
    <form
      ref={form}
      data-takes-scans={verb === 'ship' ? '' : undefined}
      className="flex max-h-[75dvh] w-full flex-col gap-3"
      aria-labelledby={title}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close();
      }}
    >
      <h2 id={title} className="desk-heading">
        {says.verbs[verb]}
      </h2>
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto empty:hidden">
        {verb === 'ship' && (
          <>
            <TextField label={says.courier} value={courier} change={typeCourier} required />
            <TextField label={says.tracking} value={tracking} change={typeTracking} required />
          </>
        )}
        {verb === 'refund' && <RefundChoice order={order} choice={refund} />}
        {verb === 'deliver' && (
          <p>
            {says.deliverWarning} {order.method === 'cod' && says.deliverCash}
          </p>
        )}
        {verb === 'cancel' && <p>{says.cancelWarning}</p>}
        {verb === 'release' && <p>{says.releaseWarning}</p>}
        {verb === 'refundByHand' && failed.length > 1 && (
          <SelectField label={says.whichRefund} value={byHand} change={(amount) => setByHand(Number(amount))}>
            {failed.map(({ key, amountPaise }) => (
              <option key={key} value={amountPaise}>
                {formatPrice(amountPaise)}
              </option>
            ))}
          </SelectField>
        )}
        {verb === 'refundByHand' && (
          <TextField label={says.howPaid} value={reason} change={typeReason} required />
        )}
        {['cancel', 'refund', 'release'].includes(verb) && (
          <TextField label={says.reason} value={reason} change={typeReason} />
        )}
      </div>
      {/* With a keyboard on the screen, the fields scroll above it. */}
      <div className="grid flex-none grid-cols-[1fr_2fr] gap-3">
        {verb === 'refund' && (
          <div className="col-span-2">
            <RefundSum order={order} choice={refund} />
            <FailureText text={hasTried && refund.problem} />
          </div>
        )}
        {isUnasked && order.money && (
          <button
            type="button"
            className="btn btn-secondary col-span-2"
            aria-disabled={state.isBusy}
            onClick={() => void submit({ anyway: true })}
          >
            {says.shipAnyway(1)}
          </button>
        )}
        <button type="button" className="btn btn-secondary" onClick={close}>
          {says.leave}
        </button>
        <BusyButton type="submit" isBusy={state.isBusy} className="btn btn-primary">
          {verb === 'ship' ? says.verbs.ship : says.really}
        </BusyButton>
      </div>
    </form>
  );
}
