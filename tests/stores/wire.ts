import type { Reply } from '../../src/contract/routes.ts';
import type { WireOrder } from '../../src/contract/calls/order.ts';
import type { WireProduct } from '../../src/contract/calls/product.ts';
import type { DeliveryAddress } from '../../src/domain/address.ts';

/** A product as the server lists it; what a test does not name is ordinary. */
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
    ...own,
  };
}
