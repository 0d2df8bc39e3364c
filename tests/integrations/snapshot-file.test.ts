import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { build } from 'vite';
import { snapshotFile } from '../../src/integrations/snapshot-file.ts';

test('a build reads the snapshot from its file and bundles none of it', async () => {
  const root = await mkdtemp(join(tmpdir(), 'taana-snapshot-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const products = [{ id: 'warp-line-hoodie' }];
  await writeFile(join(root, 'snapshot.json'), JSON.stringify({ products }));
  const entry = join(root, 'snapshot.ts');
  await writeFile(
    entry,
    `import snapshot from './snapshot.json' with { type: 'json' };\nexport const { products } = snapshot;`,
  );
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [snapshotFile()],
    build: { ssr: entry, write: false },
  });
  const { output } = built as Extract<typeof built, { output: unknown }>;
  const [{ code }] = output;
  expect(code).not.toContain('warp-line-hoodie');
  const file = join(root, 'built.mjs');
  await writeFile(file, code);
  expect(await import(/* @vite-ignore */ file)).toMatchObject({ products });
});
