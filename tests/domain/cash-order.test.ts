import { expect, test } from 'vitest';
import {
  deliveryAddressKey,
  isOpenCash,
  orderNetworks,
  piecesIn,
  sizeOf,
} from '../../src/domain/cash-order.ts';
import { transitions, type OrderStatus } from '../../src/domain/order.ts';
import { cashOnDelivery } from '../../src/domain/order-limits.ts';
import { anOrder } from '../support/orders.ts';

const of = (quantity: number, totalPaise: number) =>
  anOrder({ totalPaise, items: [{ ...anOrder().items[0], quantity } as never] });

test('whether cash on delivery is allowed depends on pieces and rupees', () => {
  const { unconfirmed, confirmed } = cashOnDelivery.order;
  expect(sizeOf(of(unconfirmed.pieces, unconfirmed.paise))).toBe('anybody');
  expect(sizeOf(of(unconfirmed.pieces + 1, 1))).toBe('confirmed');
  expect(sizeOf(of(1, unconfirmed.paise + 1))).toBe('confirmed');
  expect(sizeOf(of(confirmed.pieces, confirmed.paise))).toBe('confirmed');
  expect(sizeOf(of(confirmed.pieces + 1, 1))).toBe('nobody');
  expect(sizeOf(of(1, confirmed.paise + 1))).toBe('nobody');
});

test('its pieces are the sum of all lines', () => {
  const [item] = anOrder().items as [never];
  expect(piecesIn(anOrder({ items: [item, { ...(item as object), quantity: 4 } as never] }))).toBe(5);
});

test('it is open until it is delivered, cancelled, or paid online', () => {
  const open = (Object.keys(transitions) as OrderStatus[]).filter((status) =>
    isOpenCash(anOrder({ status })),
  );
  expect(open).toEqual(['Order Placed', 'Processing', 'Shipped']);
  expect(isOpenCash(anOrder({ paymentMethod: 'stripe' }))).toBe(false);
});

test('one address has one normal form, however it is written, and another address another one', () => {
  const door = (street: string, zipcode = '560001') => deliveryAddressKey({ street, zipcode });
  for (const street of ['12 mg road', '12, M.G. Road', '  12  MG-Road ', '12 MG Roád', '１２ MG Road']) {
    expect(door(street)).toBe(door('12 MG Road'));
  }
  for (const other of ['13 MG Road', '12 MG Road, Flat 3']) expect(door(other)).not.toBe(door('12 MG Road'));
  expect(door('12 MG Road', '560002')).not.toBe(door('12 MG Road'));
  expect(door('१२ एम जी रोड')).not.toBe(door('१३ एम जी रोड'));
});

test('an IPv6 caller is counted by network and household, an IPv4 caller by its address', () => {
  const household = '2001:db8:7:1';
  expect(orderNetworks(household)).toEqual({ network: '2001:db8:7', household });
  for (const network of ['192.0.2.1', '::ffff:192.0.2.1'])
    expect(orderNetworks(network)).toEqual({ network });
});
