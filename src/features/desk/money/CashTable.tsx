import { deskMoneyMessages as say } from '../../../contract/messages/desk-stock-and-money.ts';
import { formatPrice } from '../../../domain/money.ts';
import { type CourierCash, owedPaise } from '../../../domain/order-sums.ts';
import { DeskPart } from '../DeskPart.tsx';
import { DeskTable } from '../DeskTable.tsx';
import { CashReceived } from './CashReceived.tsx';

interface Props {
  cash: readonly CourierCash[];
  onChange: (cash: CourierCash[]) => void;
}

/** The cash that couriers will collect, and the cash that they have collected and not yet paid in. */
export function CashTable({ cash, onChange }: Props) {
  const sumOf = (own: (courier: CourierCash) => number) => cash.reduce((sum, each) => sum + own(each), 0);
  const total = {
    courier: say.total,
    orders: sumOf(({ orders }) => orders),
    paise: sumOf(({ paise }) => paise),
  };
  return (
    <DeskPart title={say.cash}>
      <p className="field-hint">{say.cashHint}</p>
      {cash.length === 0 && <p>{say.noCash}</p>}
      {cash.length > 0 && (
        <>
          <DeskTable columns={[say.courier, say.onItsWay, say.owed]}>
            {cash.map((each) => (
              <Row key={each.courier} {...each} owed={owedPaise(each)} />
            ))}
            {cash.length > 1 && <Row {...total} owed={sumOf(owedPaise)} />}
          </DeskTable>
          <CashReceived cash={cash} onChange={onChange} />
        </>
      )}
    </DeskPart>
  );
}

interface RowProps extends Pick<CourierCash, 'courier' | 'orders' | 'paise'> {
  owed: number;
}

function Row({ courier, orders, paise, owed }: RowProps) {
  return (
    <tr>
      <th scope="row" className="wrap-anywhere">
        {courier}
      </th>
      <td>
        {formatPrice(paise)}
        {orders > 0 && <span className="text-muted block text-xs">{say.inParcels(orders)}</span>}
      </td>
      <td>{formatPrice(owed)}</td>
    </tr>
  );
}
