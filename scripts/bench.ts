/** `npm run bench -- <name>` runs one of the measurements of scripts/bench; without a name it lists them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import process from 'node:process';

const folder = new URL('bench/', import.meta.url);
const names = readdirSync(folder).map((file) => file.replace(/\.ts$/, ''));
const [name, ...options] = process.argv.slice(2);
if (name !== undefined && names.includes(name)) {
  const script = new URL(`${name}.ts`, folder).pathname;
  const child = spawn(process.execPath, [script, ...options], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} else {
  console.error(`Choose what to measure: ${names.sort().join(', ')}.`);
  process.exitCode = 1;
}
