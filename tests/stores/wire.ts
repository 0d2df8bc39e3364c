import type { Reply } from '../../src/contract/routes.ts';
import type { WireOrder } from '../../src/contract/calls/order.ts';
import type { WireProduct } from '../../src/contract/calls/product.ts';
import type { WireAddress } from '../../src/contract/calls/address.ts';
import type { WireUser } from '../../src/contract/calls/user.ts';
import type { Facets } from '../../src/domain/catalogue.ts';
import type { DeliveryAddress } from '../../src/domain/address.ts';

/** A product as the server lists it; the defaults are ordinary values. */
export function wireProduct(id: string, own: Partial<WireProduct> = {}): WireProduct {
  return {
    _id: id,
    name: id.charAt(0).toUpperCase() + id.slice(1),
    price: 1299,
    oldPrice: null,
    image: [`/products/${id}-1.webp`],
    imageAlt: [`${id} from the front`],
    sizes: ['S', 'M', 'L'],
    category: ['Unisex'],
    subCategory: 'Hoodie',
    description: '',
    outOfStock: false,
    earlyOrder: false,
    offersEnabled: false,
    offerTitle: null,
    offerDescription: null,
    addedOn: '2026-09-11',
    stock: { S: 9, M: 9, L: 9 },
    ...own,
  };
}

export function productList(...products: WireProduct[]): Reply<'product.list'> {
  return { success: true, products, count: products.length, facets: { types: {}, sizes: {} } };
}

/** The answer of a server that has every requested product, with these fields. */
export const everyProduct =
  (own: Partial<WireProduct> = {}) =>
  ({ query }: { query: URLSearchParams }) =>
    productList(...query.getAll('id').map((id) => wireProduct(id, own)));

export const address: DeliveryAddress = {
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@example.com',
  street: '12 Mill Road',
  city: 'Mumbai',
  state: 'Maharashtra',
  zipcode: '400001',
  country: 'India',
  phone: '919876543210',
};

export function wireOrder(id: string, own: Partial<WireOrder> = {}): WireOrder {
  return {
    _id: id,
    items: [
      {
        _id: 'warp-hoodie',
        name: 'Warp Hoodie',
        price: 1299.5,
        image: ['/products/warp-hoodie-1.webp'],
        size: 'M',
        quantity: 2,
      },
      { _id: 'chai-cap', name: 'Chai Cap', price: 499, image: [], size: 'default', quantity: 1 },
    ],
    address,
    status: 'Order Placed',
    payment: false,
    paymentMethod: 'cod',
    date: Date.UTC(2026, 10, 20),
    amount: 3108,
    history: [{ status: 'Order Placed', date: Date.UTC(2026, 10, 20) }],
    shipment: null,
    discount: null,
    refunds: [],
    invoice: null,
    replacedBy: null,
    ...own,
  };
}

/** The account that `signIn` logs in. */
export const wireUser: WireUser = {
  _id: 'asha1',
  name: 'Asha Rao',
  email: address.email,
  phone: address.phone,
  address: address.street,
  city: address.city,
  state: address.state,
  zipcode: address.zipcode,
  country: 'India',
  dateOfBirth: '2001-05-30',
  gender: 'female',
  pendingEmail: null,
  createdAt: Date.UTC(2026, 9, 2),
  updatedAt: Date.UTC(2026, 10, 16),
  emailConfirmed: true,
  hasPassword: true,
};

export const savedAddress: WireAddress = {
  _id: 'home',
  label: 'Home',
  address: address.street,
  city: address.city,
  state: address.state,
  zipcode: address.zipcode,
  country: 'India',
  phone: address.phone,
  isDefault: true,
};

/** Two hoodies and a cap, as lists return them. */
export const facets: readonly Facets[] = [
  {
    id: 'moss-hoodie',
    pricePaise: 2_499_00,
    sizes: ['S', 'M'],
    subCategory: 'Hoodie',
    addedOn: '2026-09-01',
  },
  {
    id: 'rust-hoodie',
    pricePaise: 1_999_00,
    sizes: ['M', 'L'],
    subCategory: 'Hoodie',
    addedOn: '2026-10-01',
  },
  { id: 'chai-cap', pricePaise: 799_00, sizes: [], subCategory: 'Accessories', addedOn: '2026-11-01' },
];
