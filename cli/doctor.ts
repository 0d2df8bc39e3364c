/** The command `doctor`: checks a deployed shop for problems that its owner cannot see. */
import process from 'node:process';
import type { Command } from 'commander';
import { checks, examine } from '../netlify/services/health/checks.ts';
import type { Check } from '../netlify/services/health/finding.ts';
import { counted } from '../src/domain/counted.ts';
import type { Finding } from '../src/contract/desk-health.ts';
import { findShop } from './find-shop.ts';
import { table } from './table.ts';

const marks = { ok: '✓', red: '✗', unseen: '?' } as const satisfies Record<Finding['state'], string>;

export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .argument('[address]', 'URL of the shop, such as https://your-site; default: SITE_URL, or the local shop')
    .description(
      'Check a deployed shop: deploy, database, pages, webhooks, mail and clocks; exit code 1 if a check fails',
    )
    .action(run);
}

async function run(address: string | undefined): Promise<void> {
  const shop = await findShop(address);
  console.error(`Looking at ${shop.address}`);
  const findings: [Check, Finding][] = [];
  // One after the other, so that measured times show the shop and not a busy terminal.
  for (const check of checks) findings.push([check, await examine(check, shop)]);
  const rows = findings.map(([{ name }, { state, seen }]) => [marks[state], name, seen]);
  console.log(table(['', 'Check', 'Seen'], rows));
  const open = findings.filter(([, { advice }]) => advice !== undefined);
  for (const [{ name }, { state, advice }] of open) {
    console.log(`\n${marks[state]} ${name}\n  ${advice}`);
  }
  const wrong = findings.filter(([, { state }]) => state === 'red').length;
  console.log(wrong === 0 ? '\nNothing is wrong.' : `\n${counted(wrong, 'thing is', 'things are')} wrong.`);
  if (wrong > 0) process.exitCode = 1;
}
