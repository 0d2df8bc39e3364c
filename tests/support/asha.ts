import type { DeliveryAddress } from '../../src/domain/address.ts';

/** Where Asha lives, whose orders most tests place. */
export const ashaAddress: DeliveryAddress = {
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@example.com',
  street: '12 MG Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  zipcode: '560001',
  country: 'India',
  phone: '919876543210',
};
