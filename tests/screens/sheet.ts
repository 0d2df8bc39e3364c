import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { smallOf } from './camera.ts';
import { type Place, places } from './places.ts';
import { recordFolder, type SceneRecord, sheetFolder } from './record.ts';
import { type Scene, states, themes, widths } from './scene.ts';

/** A scene with what all devices have told of it. */
interface Row {
  scene: Scene;
  place: string;
  pictures: SceneRecord['pictures'];
  flaws: string[];
}

/** Writes the sheet: one page that opens from the disk, without a network. */
export async function writeSheet(
  wanted: readonly string[],
  tookMs: number,
): Promise<{ pictures: number; flawed: number; file: string }> {
  const records = await readRecords();
  const rows = wanted.flatMap((place) => places[place as Place].map((scene) => rowOf(place, scene, records)));
  const file = join(sheetFolder, 'index.html');
  await writeFile(file, await pageOf(rows, wanted, tookMs));
  return {
    pictures: rows.reduce((sum, { pictures }) => sum + pictures.length, 0),
    flawed: rows.filter(({ flaws }) => flaws.length > 0).length,
    file,
  };
}

async function readRecords(): Promise<SceneRecord[]> {
  const files = await readdir(recordFolder).catch(() => []);
  return Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(recordFolder, file), 'utf8')) as SceneRecord),
  );
}

function rowOf(place: string, scene: Scene, records: readonly SceneRecord[]): Row {
  const own = records.filter((record) => record.place === place && record.name === scene.name);
  const flaws = own.flatMap((record) => [...(record.error ? [record.error] : []), ...record.flaws]);
  const pictures = own.flatMap((record) => record.pictures);
  return { scene, place, pictures, flaws: pictures.length + flaws.length > 0 ? flaws : ['Not photographed'] };
}

async function pageOf(rows: readonly Row[], wanted: readonly string[], tookMs: number): Promise<string> {
  const [tokens, style, script] = await Promise.all([
    readFile(join(import.meta.dirname, '../../src/styles/tokens.css'), 'utf8'),
    readFile(join(import.meta.dirname, 'sheet.css'), 'utf8'),
    readFile(join(import.meta.dirname, 'sheet-page.js'), 'utf8'),
  ]);
  const count = rows.reduce((sum, { pictures }) => sum + pictures.length, 0);
  const flawed = rows.filter(({ flaws }) => flaws.length > 0).length;
  const facts = [
    new Date().toLocaleString('en-IN', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Kolkata' }),
    await commit(),
    `${count} pictures of ${rows.length} scenes in ${Math.round(tookMs / 1000)} s`,
    `${flawed} with flaws`,
  ];
  return `<!doctype html>
<html lang="en-IN" data-theme="light">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Screens</title>
<style>${tokens}\n${style}</style>
<header>
  <h1>Screens</h1>
  <p>${facts.map(text).join(' · ')}</p>
  <form>
    ${choice('place', wanted)}
    ${choice('state', states)}
    ${choice('width', widths.map(String))}
    ${choice('theme', themes)}
    <label>Name <input type="search" name="words"></label>
    <label><input type="checkbox" name="flawed"> Flaws only</label>
    <button type="button" data-dark>Dark sheet</button>
  </form>
</header>
<main>
${wanted.map((place) => groupOf(place, rows)).join('\n')}
</main>
<dialog><p></p><img alt=""></dialog>
<script>${script}</script>
</html>
`;
}

function groupOf(place: string, rows: readonly Row[]): string {
  const own = rows.filter((row) => row.place === place);
  return `<section data-place="${place}"><h2>${place} <small>${own.length}</small></h2>
${own.map(drawRow).join('\n')}</section>`;
}

function drawRow({ scene, pictures, flaws }: Row): string {
  const shots = widths.flatMap((width) =>
    themes.map((theme) => pictures.find((one) => one.width === width && one.theme === theme)),
  );
  const figures = shots.flatMap((shot) => {
    if (!shot) return [];
    const what = `${scene.name}, ${shot.width} px, ${shot.theme}`;
    return `<figure data-width="${shot.width}" data-look="${shot.theme}"><a href="${shot.file}"><img loading="lazy" src="${smallOf(shot.file)}" alt="${text(what)}"></a><figcaption>${shot.width} ${shot.theme}</figcaption></figure>`;
  });
  const wrong = [...new Set(flaws)]
    .map((flaw) => `<li>${text(stripVTControlCharacters(flaw))}</li>`)
    .join('');
  return `<article data-state="${scene.state}" data-flawed="${flaws.length > 0}">
<div><h3>${text(scene.name)}</h3><p><b>${scene.state}</b> ${text(scene.address)}</p>${wrong && `<ul>${wrong}</ul>`}</div>
<div>${figures.join('')}</div></article>`;
}

function choice(name: string, values: readonly string[]): string {
  const options = ['all', ...values].map((value) => `<option>${value}</option>`).join('');
  return `<label>${name[0]?.toUpperCase()}${name.slice(1)} <select name="${name}">${options}</select></label>`;
}

function text(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

async function commit(): Promise<string> {
  const git = async (...words: string[]) =>
    (await promisify(execFile)('git', words, { cwd: import.meta.dirname })).stdout.trim();
  try {
    const isChanged = (await git('status', '--porcelain')) !== '';
    return `commit ${await git('rev-parse', '--short', 'HEAD')}${isChanged ? ' and changes' : ''}`;
  } catch {
    return 'no commit';
  }
}
