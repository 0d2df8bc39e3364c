import { readLogMonths, readLogPart } from '../../netlify/storage/staff-log.ts';

/** Whether no entry of any month was changed or removed; checked in parts of this size. */
export async function isLogIntact(size = 7): Promise<boolean> {
  for (const month of await readLogMonths()) {
    for (let from: number | null = 0; from !== null;) {
      const { isWhole, next } = await readLogPart(month, from, size);
      if (!isWhole) return false;
      from = next;
    }
  }
  return true;
}
