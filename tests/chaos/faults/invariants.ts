/** The rules of a run: each checks the whole ground truth and names every violation. */
import { keyProblems } from './owned-keys.ts';
import { each, type Rules, type Finding, type Seen } from './invariants/rule.ts';
import { moneyRules } from './invariants/money.ts';
import { orderRules } from './invariants/orders.ts';
import { staffRules } from './invariants/staff.ts';
import { stockRules } from './invariants/stock.ts';
import { clientMessageRules } from './invariants/client-messages.ts';

/** Rules about the shop as a whole. */
const otherRules: Rules = {
  'No forged or old webhook is accepted': ({ environment: { forgedWebhooks } }) => ({
    checked: forgedWebhooks.sent,
    violations: forgedWebhooks.believed,
  }),

  'Every key in Redis has an owner': ({ truth }) => ({
    checked: truth.keys.length,
    violations: keyProblems(truth),
  }),

  'No process of functions ends by itself': ({ exits: { started, ended } }) => ({
    checked: started,
    violations: [...ended],
  }),

  'Afterwards the shop sells: a new shopper pays in each of the three ways, at the first try': ({
    clientLog,
  }) => each(clientLog.finalSales, ({ method, problem }) => problem !== null && `${method}: ${problem}`),
};

export const rules: Rules = {
  ...orderRules,
  ...stockRules,
  ...staffRules,
  ...moneyRules,
  ...clientMessageRules,
  ...otherRules,
};

export function findings(seen: Seen): Finding[] {
  return Object.entries(rules).map(([rule, look]) => ({ rule, ...look(seen) }));
}
