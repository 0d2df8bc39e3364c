import { expect, test } from 'vitest';
import { sizeInStock } from '../../src/components/shop/wish-card.ts';
import { ONE_SIZE, type Stock } from '../../src/domain/product.ts';
import type { ListedProduct } from '../../src/stores/catalogue/catalogue.ts';

const product: Omit<ListedProduct, 'stock'> = {
  id: 'tee',
  name: 'Tee',
  pricePaise: 1_299_00,
  earlyOrder: false,
  picture: '/products/tee.webp',
  pictureAlt: '',
};

test.each<[stock: Stock, size: string | null]>([
  [{ S: 0, M: 2, L: 1 }, 'M'],
  [{ S: -1, M: 0 }, null],
  [{ [ONE_SIZE]: 1 }, 'default'],
  [{}, null],
])('of %o, Add to Cart takes the first size in stock, which is %s', (stock, size) => {
  expect(sizeInStock({ ...product, stock })).toBe(size);
});
