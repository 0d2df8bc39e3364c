import { EmptyState } from '../../components/shop/EmptyState.tsx';
import { cartPageMessages } from '../../contract/messages/cart-and-wishlist.ts';

/** The server did not answer, and this device knows no lines. fill-cart.ts carries out the tap. */
export function UnreadCart() {
  return (
    <EmptyState role="alert" drawing="hanger" text={cartPageMessages.unread}>
      <button type="button" className="btn btn-primary" data-cart-tap="read">
        Try again
      </button>
    </EmptyState>
  );
}
