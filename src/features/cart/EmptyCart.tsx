import { useEffect, useRef } from 'react';
import { EmptyState } from '../../components/shop/EmptyState.tsx';
import { cartPageMessages } from '../../contract/messages/cart-and-wishlist.ts';
import { paths } from '../../contract/paths.ts';

export function EmptyCart({ wasEmptiedHere }: { wasEmptiedHere: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The focused button was removed with the last line, so the focus moves here.
    if (wasEmptiedHere) place.current?.focus();
  }, [wasEmptiedHere]);
  return (
    <EmptyState ref={place} drawing="hanger" text={cartPageMessages.empty}>
      <a className="btn btn-primary" href={paths.collection}>
        See the collection
      </a>
    </EmptyState>
  );
}
