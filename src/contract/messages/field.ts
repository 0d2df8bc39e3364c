import { shop } from '../../domain/shop.ts';

/** Next to a wrong field. */
export const fieldMessages = {
  name: 'Enter your name',
  email: 'Enter an email address, such as name@example.com',
  password: 'Enter your password',
  firstName: 'Enter your first name',
  lastName: 'Enter your last name',
  street: 'Enter house number and street',
  city: 'Enter your city, town or village',
  state: 'Choose your state',
  zipcode: 'Enter the 6 digits of your PIN code',
  country: `We deliver within ${shop.country} only`,
  phone: 'Enter a 10-digit phone number',
} as const;
