import { EmptyState } from '../../components/shop/EmptyState.tsx';
import { orderMessages } from '../../contract/messages/orders.ts';
import { paths } from '../../contract/paths.ts';

/** MY ORDERS without an order. The build renders it as a template too. */
export function NoOrders() {
  return (
    <EmptyState drawing="parcel" text={orderMessages.none}>
      <a className="btn btn-primary" href={paths.collection}>
        See the collection
      </a>
    </EmptyState>
  );
}
