import { type FormEvent, useState } from 'react';
import { deskCall } from '../../../client/desk-api.ts';
import { day } from '../../../components/shop/date-formats.ts';
import { BusyButton } from '../../../components/ui/BusyButton.tsx';
import type { DeskReply } from '../../../contract/desk.ts';
import type { WireCode } from '../../../contract/desk-lists.ts';
import { deskPaths } from '../../../contract/desk-paths.ts';
import { deskListsMessages as says } from '../../../contract/messages/desk-lists-and-shop.ts';
import { shortOrderId } from '../../../domain/order.ts';
import { DeskPart } from '../DeskPart.tsx';
import { ActionMessage } from '../ActionMessage.tsx';
import { problemOf, useAction } from '../use-action.ts';
import { useDraft } from '../use-draft.ts';

/** Discount codes: the newest, or one that a shopper asks about. */
export function CodesPart() {
  const [typed, type] = useDraft('code');
  const [found, setFound] = useState<DeskReply<'lists.codes'> | null>(null);
  const { isBusy, problem, run } = useAction();
  const find = (event: FormEvent) => {
    event.preventDefault();
    void run(() => {
      setFound(null);
      return problemOf(deskCall('lists.codes', { code: typed }), setFound);
    });
  };
  const { codes = [], of = 0 } = found ?? {};
  return (
    <DeskPart id="desk-codes" title={says.codes}>
      <form className="flex flex-wrap items-end gap-3" role="search" onSubmit={find}>
        <label className="field min-w-48 flex-1">
          <span className="field-label">{says.code}</span>
          <input
            className="field-input"
            type="search"
            data-desk-search
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={60}
            value={typed}
            onChange={({ target }) => type(target.value)}
          />
        </label>
        <BusyButton type="submit" isBusy={isBusy} className="btn btn-secondary">
          {says.findCode}
        </BusyButton>
      </form>
      <ActionMessage said={found && of === 0 ? says.noCodes : ''} problem={problem} />
      {of > codes.length && <p className="text-muted text-sm">{says.codesShown(codes.length, of)}</p>}
      <ul>
        {codes.map((code) => (
          <CodeRow key={code.code} code={code} />
        ))}
      </ul>
    </DeskPart>
  );
}

function CodeRow({ code: { code, percent, madeAt, expiresAt, orderId } }: { code: WireCode }) {
  const state = expiresAt <= Date.now() ? says.expired : says.free;
  return (
    <li className="desk-row">
      <span>
        <strong className="tabular-nums select-all">{code}</strong>
        <small className="text-muted block text-sm">
          {says.off(percent)}, {says.made(day.format(madeAt))}
        </small>
      </span>
      {orderId === null ? (
        <span className="text-sm">{state(day.format(expiresAt))}</span>
      ) : (
        <a className="link inline-flex min-h-11 items-center text-sm" href={deskPaths.order(orderId)}>
          {says.used(shortOrderId(orderId))}
        </a>
      )}
    </li>
  );
}
