import { otherRules } from '../faults/invariants.ts';
import { testRules, type Failures } from './clean-run.ts';

const failures: Failures = {
  'No forged or old webhook was believed': [
    ['one was', ({ environment }) => environment.forgedWebhooks.believed.push('old')],
  ],
  'No key is left behind without an owner': [
    ['a cart of nobody', ({ truth }) => truth.keys.push({ name: 'cart:nobody', ttl: null })],
    [
      'a lock that never expires',
      ({ truth }) => truth.keys.push({ name: 'in-hand:reconciliation', ttl: null }),
    ],
  ],
  'No process of functions ended by itself': [
    ['one did', ({ exits }) => exits.ended.push('ended by itself (1)')],
  ],
  'Afterwards the shop sells': [
    [
      'it does not',
      ({ clientLog }) => Object.assign(clientLog.finalSales[0] ?? {}, { problem: 'unavailable' }),
    ],
  ],
};

testRules(otherRules, failures);
