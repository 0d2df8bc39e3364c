import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Gives every page of the built site to `change` and writes those that came back different. */
export async function changePages(dir: URL, change: (html: string) => string): Promise<void> {
  const dist = fileURLToPath(dir);
  for (const file of await readdir(dist, { recursive: true })) {
    if (!file.endsWith('.html')) continue;
    const html = await readFile(dist + file, 'utf8');
    const changed = change(html);
    if (changed !== html) await writeFile(dist + file, changed);
  }
}
