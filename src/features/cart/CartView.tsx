import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { UnpaidPanel } from '../../components/shop/UnpaidPanel.tsx';
import { $cartScreen } from '../../stores/cart/cart-screen.ts';
import { CartSkeleton } from './CartSkeleton.tsx';
import { EmptyCart } from './EmptyCart.tsx';
import { takeOver } from './fill-cart.ts';
import { FilledCart } from './FilledCart.tsx';
import { UnreadCart } from './UnreadCart.tsx';

/**
 * The cart of a logged-in shopper: first from local data, then from the server. An unpaid order stands above it.
 * fill-cart.ts has drawn the cart before; React takes over that markup. `shopName` is shown in the payment window.
 */
export function CartView({ shopName }: { shopName: string }) {
  const [drawn] = useState(takeOver);
  const screen = useStore($cartScreen, { ssr: () => drawn.screen });
  const wasFilled = useRef(false);

  if (screen.kind === 'unknown') return <CartSkeleton />;
  const isFilled = screen.kind === 'filled';
  if (isFilled) wasFilled.current = true;
  return (
    <>
      <UnpaidPanel shopName={shopName} drawn={drawn.unpaid} />
      {isFilled ? (
        <FilledCart screen={screen} drawnCode={drawn.screen.applied} />
      ) : screen.kind === 'unread' ? (
        <UnreadCart />
      ) : (
        <EmptyCart wasEmptiedHere={wasFilled.current} />
      )}
    </>
  );
}
