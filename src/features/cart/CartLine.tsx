import { cartPageMessages } from '../../contract/messages/cart-page.ts';
import { paths } from '../../contract/paths.ts';
import { pictureAddress } from '../../contract/pictures.ts';
import { formatListPrice } from '../../domain/money.ts';
import { ONE_SIZE } from '../../domain/product.ts';
import { setQuantity } from '../../stores/cart-lines.ts';
import type { CartRow } from '../../stores/cart-rows.ts';
import { Stepper } from './Stepper.tsx';

interface Props {
  row: CartRow;
  onRemove: () => void;
}

/** One line: what it is, how many, what it costs, and why it cannot be ordered where it cannot. */
export function CartLine({ row, onRemove }: Props) {
  const { productId, size, quantity, product, problem } = row;
  const isUnknown = product === null && problem === null;
  const name = product?.name ?? (isUnknown ? productId : cartPageMessages.goneName);
  const spokenName = size === ONE_SIZE ? name : `${name}, size ${size}`;
  return (
    <li className="border-line grid grid-cols-[6rem_minmax(0,1fr)] gap-4 border-b py-4 md:grid-cols-[8rem_minmax(0,1fr)] md:gap-6">
      {product ? (
        <a href={paths.product(productId)} tabIndex={-1}>
          <img
            src={pictureAddress(product.picture, 320)}
            width={320}
            height={352}
            alt={product.pictureAlt}
            className="bg-sunken aspect-[1/1.1] w-full object-cover"
          />
        </a>
      ) : (
        <div className={`aspect-[1/1.1] w-full ${isUnknown ? 'skeleton' : 'threads bg-sunken'}`} />
      )}

      <div className="flex flex-col gap-1">
        <div className="flex justify-between gap-x-4 gap-y-1 max-md:flex-col">
          <h2 className="text-lg leading-tight font-semibold break-words">
            {isUnknown && <span className="skeleton block h-6 w-40" />}
            {product && (
              <a
                className="hover:text-accent relative -my-3 inline-block py-3"
                href={paths.product(productId)}
              >
                {name}
              </a>
            )}
            {!product && !isUnknown && name}
          </h2>
          {product && <p className="tabular-nums">{formatListPrice(product.pricePaise)}</p>}
          {isUnknown && <span className="skeleton h-6 w-32" />}
        </div>
        {size !== ONE_SIZE && <p className="text-muted">Size {size}</p>}
        {problem && <p className="field-error">{problem}</p>}
        <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-2">
          {(product || isUnknown) && (
            <Stepper
              quantity={quantity}
              of={spokenName}
              onChange={(wanted) => setQuantity(productId, size, wanted)}
            />
          )}
          <button
            type="button"
            className="link ml-auto min-h-11 px-2 text-sm"
            aria-label={`Remove ${spokenName}`}
            onClick={onRemove}
          >
            Remove
          </button>
        </div>
      </div>
    </li>
  );
}
