import { expect, test } from 'vitest';
import { build } from 'vite';
import { snapshotFile } from '../../src/integrations/snapshot-file.ts';
import { useFolder } from '../support/folder.ts';

const root = useFolder();

test('a build reads the snapshot from its file and bundles none of it', async () => {
  const products = [{ id: 'warp-line-hoodie' }];
  await root.write('snapshot.json', JSON.stringify({ products }));
  await root.write(
    'snapshot.ts',
    `import snapshot from './snapshot.json' with { type: 'json' };\nexport const { products } = snapshot;`,
  );
  const built = await build({
    root: root.path,
    configFile: false,
    logLevel: 'silent',
    plugins: [snapshotFile()],
    build: { ssr: root.at('snapshot.ts'), write: false },
  });
  const { output } = built as Extract<typeof built, { output: unknown }>;
  const [{ code }] = output;
  expect(code).not.toContain('warp-line-hoodie');
  await root.write('built.mjs', code);
  expect(await import(/* @vite-ignore */ root.at('built.mjs'))).toMatchObject({ products });
});
