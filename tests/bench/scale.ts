/**
 * How the shop grows with its catalogue: `npm run bench -- scale`, or
 * `npm run bench -- scale --sizes 100,1000,10000,50000` for the whole, of which 50,000 products alone take more than twenty
 * minutes.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { takeSnapshot } from '../../local/site/site-build.ts';
import { endSignal } from '../support/report/end-signal.ts';
import { writeSection } from '../support/report/report.ts';
import { exitWith, projectRoot, SetupError, step } from '../../scripts/setup.mjs';
import type { Measured } from './scale/measure.ts';
import { sectionOf } from './scale/section.ts';

const ended = endSignal();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '100,1000,10000' },
      /** Another state of the project, to compare with. */
      tree: { type: 'string', default: projectRoot },
    },
  });
  const sizes = [...new Set(values.sizes.split(',').map(Number))].sort((a, b) => a - b);
  if (sizes.some((size) => !Number.isInteger(size) || size < 60) || sizes.length < 2) {
    throw new SetupError(
      '--sizes takes two numbers of products or more, each at least 60, such as 100,10000.',
    );
  }
  const command = ['npm run bench -- scale', `--sizes ${sizes.join(',')}`];
  if (values.tree !== projectRoot) command.push(`--tree ${values.tree}`);

  // Catalogues are generated from it, so it has to be there before what reads it is loaded.
  await takeSnapshot(projectRoot);
  const { copyTree, measure, measureCards, note } = await import('./scale/measure.ts');
  const tree = join(projectRoot, '.cache', 'scale');
  const all: Measured[] = [];
  let cardMs = 0;
  try {
    await copyTree(values.tree, tree, ended);
    step('cards');
    cardMs = await measureCards(tree, Math.min(...sizes), ended);
    for (const size of sizes) {
      const measured = await measure(tree, size, ended, (what) => step(`${size} products: ${what}`));
      all.push(measured);
      await note(join(projectRoot, '.cache', 'scale.jsonl'), measured);
    }
  } finally {
    await rm(tree, { recursive: true, force: true, maxRetries: 3 });
  }
  await writeSection('bench', sectionOf(all, cardMs, command.join(' ')));
}

try {
  await main();
} catch (error) {
  exitWith(ended.aborted ? ended.reason : error);
}
