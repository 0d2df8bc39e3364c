/** A folder of this machine for files of a test, removed afterwards. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

interface Folder {
  /** Empty before the first test. */
  path: string;
  at: (...names: string[]) => string;
  read: (name: string) => Promise<string>;
  /** Makes the folders above the file too. */
  write: (name: string, content?: string) => Promise<void>;
}

/** A new folder for each test of the file. */
export function useFolder(): Folder {
  const folder: Folder = {
    path: '',
    at: (...names) => join(folder.path, ...names),
    read: (name) => readFile(folder.at(name), 'utf8'),
    write: async (name, content = '') => {
      await mkdir(dirname(folder.at(name)), { recursive: true });
      await writeFile(folder.at(name), content);
    },
  };
  beforeEach(async () => {
    folder.path = await mkdtemp(join(tmpdir(), 'taana-test-'));
  });
  afterEach(() => rm(folder.path, { recursive: true, force: true }));
  return folder;
}
