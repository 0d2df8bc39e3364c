/** What must hold whatever was broken: each rule looks at all of the truth and names everything that breaks it. */
import { keyProblems } from './owned-keys.ts';
import type { Rules, Finding, Seen } from './invariants/rule.ts';
import { moneyRules } from './invariants/money.ts';
import { orderRules } from './invariants/orders.ts';
import { staffRules } from './invariants/staff.ts';
import { stockRules } from './invariants/stock.ts';
import { toldRules } from './invariants/told.ts';

const rules: Rules = {
  ...orderRules,
  ...stockRules,
  ...staffRules,
  ...moneyRules,
  ...toldRules,

  'No forged or old webhook was believed': ({ city: { falsified } }) => ({
    looked: falsified.sent,
    broken: falsified.believed,
  }),

  'No key is left behind without an owner': ({ truth }) => ({
    looked: truth.keys.length,
    broken: keyProblems(truth),
  }),

  'No process of functions ended by itself': ({ fates: { begun, ended } }) => ({
    looked: begun,
    broken: [...ended],
  }),

  'Afterwards the shop sells: somebody new pays in each of the three ways, at the first try': ({
    witness,
  }) => ({
    looked: witness.afterwards.length,
    broken: witness.afterwards.flatMap(({ method, problem }) =>
      problem === null ? [] : [`${method}: ${problem}`],
    ),
  }),
};

export function findings(seen: Seen): Finding[] {
  return Object.entries(rules).map(([rule, look]) => ({ rule, ...look(seen) }));
}
