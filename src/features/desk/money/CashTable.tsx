import { deskMoneyMessages as say } from '../../../contract/messages/desk-stock-and-money.ts';
import { formatPrice } from '../../../domain/money.ts';
import type { CourierCash } from '../../../domain/order-sums.ts';

/** What couriers have collected, or will, and not brought yet. */
export function CashTable({ cash }: { cash: readonly CourierCash[] }) {
  const all = cash.reduce((sum, { paise }) => sum + paise, 0);
  const parcels = cash.reduce((sum, { orders }) => sum + orders, 0);
  return (
    <section className="desk-part">
      <h2 className="display text-2xl">{say.cash}</h2>
      <p className="field-hint">{say.cashHint}</p>
      {cash.length === 0 && <p>{say.noCash}</p>}
      {cash.length > 0 && (
        <table className="desk-table">
          <thead>
            <tr>
              <th scope="col">{say.courier}</th>
              <th scope="col">{say.parcels}</th>
              <th scope="col">{say.owed}</th>
            </tr>
          </thead>
          <tbody>
            {cash.map(({ courier, orders, paise }) => (
              <tr key={courier}>
                <th scope="row">{courier}</th>
                <td>{orders}</td>
                <td>{formatPrice(paise)}</td>
              </tr>
            ))}
            {cash.length > 1 && (
              <tr>
                <th scope="row">{say.total}</th>
                <td>{parcels}</td>
                <td>{formatPrice(all)}</td>
              </tr>
            )}
          </tbody>
        </table>
      )}
    </section>
  );
}
