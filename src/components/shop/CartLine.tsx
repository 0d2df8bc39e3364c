import { cartPageMessages } from '../../contract/messages/cart-and-wishlist.ts';
import { paths } from '../../contract/paths.ts';
import { formatListPrice } from '../../domain/money.ts';
import { noteOf } from '../../stores/cart/pending-changes.ts';
import type { CartRow } from '../../stores/cart/cart-rows.ts';
import { kindOf, linePictureOf, sizeTextOf, spokenNameOf } from './cart-line.ts';
import { Stepper } from './Stepper.tsx';

/**
 * One line: item, quantity, price, and the reason if it cannot be ordered. The build renders it as a template,
 * cart-lines.ts fills it and handles its taps, and React takes over the same elements: so every text is one node, and
 * empty texts are hidden.
 */
export function CartLine({ row }: { row: CartRow }) {
  const { productId, size, quantity, product, problem } = row;
  const kind = kindOf(row);
  const spokenName = spokenNameOf(row);
  const sizeText = sizeTextOf(row);
  return (
    <li
      className="border-line grid grid-cols-[6rem_minmax(0,1fr)] gap-4 border-b py-4 md:grid-cols-[8rem_minmax(0,1fr)] md:gap-6"
      data-line={noteOf(productId, size)}
      data-kind={kind}
    >
      {product ? (
        <a href={paths.product(productId)} tabIndex={-1}>
          <img
            src={linePictureOf(product)}
            width={360}
            height={396}
            alt={product.pictureAlt}
            className="bg-sunken aspect-[1/1.1] w-full object-cover"
          />
        </a>
      ) : (
        <div className={`aspect-[1/1.1] w-full ${kind === 'unknown' ? 'skeleton' : 'threads bg-sunken'}`} />
      )}

      <div className="flex flex-col gap-1">
        <div className="flex justify-between gap-x-4 gap-y-1 max-md:flex-col" data-part="name">
          {kind === 'unknown' ? (
            <div className="skeleton h-6 w-40" />
          ) : (
            <h2 className="text-lg leading-tight font-semibold break-words">
              {product ? (
                <a
                  className="hover:text-accent relative -my-3 inline-block py-3"
                  href={paths.product(productId)}
                >
                  {product.name}
                </a>
              ) : (
                cartPageMessages.goneName
              )}
            </h2>
          )}
          {product && (
            <p className="whitespace-nowrap tabular-nums" data-part="price">
              {formatListPrice(product.pricePaise)}
            </p>
          )}
          {kind === 'unknown' && <span className="skeleton h-6 w-32" />}
        </div>
        <p className="text-muted" data-part="size" hidden={sizeText === ''}>
          {sizeText}
        </p>
        <p className="field-error" data-part="problem" hidden={problem === null}>
          {problem ?? ''}
        </p>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-2">
          {kind !== 'gone' && <Stepper quantity={quantity} of={spokenName} />}
          <button
            type="button"
            className="link -mr-2 ml-auto min-h-11 px-2 text-sm"
            aria-label={`Remove ${spokenName}`}
            data-cart-tap="remove"
          >
            Remove
          </button>
        </div>
      </div>
    </li>
  );
}
