import type { Finding } from '../../../src/contract/desk-health.ts';
import { databaseChecks } from './database.ts';
import { deployChecks } from './deploy.ts';
import { type Check, reasonOf, red, type Shop } from './finding.ts';
import { mailChecks } from './mail.ts';
import { pageChecks } from './pages.ts';
import { providerChecks } from './providers.ts';
import { pushChecks } from './push.ts';
import { withoutSecrets } from './secrets.ts';

/** All checks of the shop's health, for the command line and the desk. */
export const checkGroups = [
  { name: 'Deploy', checks: deployChecks },
  { name: 'Database', checks: databaseChecks },
  { name: 'Pages', checks: pageChecks },
  { name: 'Payments', checks: providerChecks },
  { name: 'Email', checks: mailChecks },
  { name: 'Notifications', checks: pushChecks },
] as const;

export const checks: readonly Check[] = checkGroups.flatMap((group) => group.checks);

/** A check that fails with an error is red too: nobody should read a gap as health. */
export async function examine(check: Check, shop: Shop): Promise<Finding> {
  const { state, seen, advice } = await lookedAt(check, shop);
  const shown = (text: string) => withoutSecrets(text, shop.settings);
  return { state, seen: shown(seen), ...(advice !== undefined && { advice: shown(advice) }) };
}

async function lookedAt({ look }: Check, shop: Shop): Promise<Finding> {
  try {
    return await look(shop);
  } catch (error) {
    return red(`could not be checked: ${reasonOf(error)}`, 'Fix the lines above first, then check again.');
  }
}
