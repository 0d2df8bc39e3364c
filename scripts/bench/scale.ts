/**
 * How the shop grows with its catalogue: `npm run bench -- scale`, or
 * `npm run bench -- scale --sizes 100,1000,10000,50000` for the whole, which takes a quarter of an hour.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { leaveSection } from '../report/report.ts';
import { projectRoot, SetupError, step } from '../setup.mjs';
import { copyTree, type Measured, measure, measureCards, note } from './scale/measure.ts';
import { sectionOf } from './scale/section.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '100,1000,10000' },
    /** Another state of the project, to compare with. */
    tree: { type: 'string', default: projectRoot },
  },
});
const sizes = values.sizes.split(',').map(Number);
if (sizes.some((size) => !Number.isInteger(size) || size < 60) || sizes.length < 2) {
  throw new SetupError('--sizes takes two numbers of products or more, each at least 60, such as 100,10000.');
}
sizes.sort((a, b) => a - b);

const tree = join(projectRoot, '.cache', 'scale');
const all: Measured[] = [];
let cardMs = 0;
try {
  await copyTree(values.tree, tree);
  step('cards');
  cardMs = await measureCards(tree, Math.min(...sizes));
  for (const size of sizes) {
    const measured = await measure(tree, size, (what) => step(`${size} products: ${what}`));
    all.push(measured);
    await note(join(projectRoot, '.cache', 'scale.jsonl'), measured);
  }
} finally {
  await rm(tree, { recursive: true, force: true });
}
await leaveSection('bench', sectionOf(all, cardMs));
