/** `npm run openapi` writes docs/openapi.json; a test fails if the file differs from the contract. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'prettier';
import { describeApi } from './openapi/describe.ts';
import { projectRoot } from './setup.mjs';

const file = join(projectRoot, 'docs/openapi.json');
await writeFile(file, await format(JSON.stringify(describeApi()), { parser: 'json', printWidth: 110 }));
console.log(`Wrote ${file}`);
