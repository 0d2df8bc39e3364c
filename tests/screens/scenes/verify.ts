import { paymentMessages } from '../../../src/contract/messages/payment.ts';
import { paths } from '../../../src/contract/paths.ts';
import { ORDER } from '../../browser/support/online-payment.ts';
import { enter } from '../../browser/support/mocked-account.ts';
import type { Scene } from '../scene.ts';
import { held, NETWORK_ERRORS } from '../fixtures.ts';

const address = `${paths.verify}?success=true&orderId=${ORDER}`;

export const verify: readonly Scene[] = [
  {
    name: 'being checked',
    state: 'busy',
    address,
    prepare: (page) => enter(page, { 'order.verifyStripe': held }),
    shows: paymentMessages.checking,
  },
  { name: 'nobody logged in', state: 'disabled', address, shows: paymentMessages.logIn },
  {
    name: 'no answer',
    state: 'offline',
    address,
    prepare: (page) => enter(page, { 'order.verifyStripe': 'nothing' }),
    shows: paymentMessages.unconfirmed,
    announced: NETWORK_ERRORS,
  },
];
