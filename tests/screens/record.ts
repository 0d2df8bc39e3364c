import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { slugOf, type Theme, themes, type Width, widths } from './scene.ts';

/** What a run leaves for the sheet: pictures, and beside them what became of each scene on each device. */
export const sheetFolder = join(import.meta.dirname, '../../reports/screens');
export const recordFolder = join(sheetFolder, 'records');

export interface PictureRecord {
  width: Width;
  theme: Theme;
  /** In the sheet's folder. */
  file: string;
  height: number;
}

export interface SceneRecord {
  place: string;
  name: string;
  pictures: PictureRecord[];
  flaws: string[];
  /** Why there are no more pictures; null where the scene was walked to its end. */
  error: string | null;
}

export async function keepRecord(record: SceneRecord, device: string): Promise<void> {
  await mkdir(recordFolder, { recursive: true });
  const name = `${record.place}-${slugOf(record.name)}-${device}.json`;
  await writeFile(join(recordFolder, name), JSON.stringify(record));
}

/** What `npm run screens` was asked for. */
export const wantedWidths: readonly Width[] = widths.filter((width) =>
  isWanted('SCREENS_WIDTHS', String(width)),
);
export const wantedThemes: readonly Theme[] = themes.filter((theme) => isWanted('SCREENS_THEMES', theme));

function isWanted(setting: string, value: string): boolean {
  const wanted = process.env[setting];
  return !wanted || wanted.split(',').includes(value);
}
