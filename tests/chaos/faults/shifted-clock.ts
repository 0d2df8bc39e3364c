/**
 * Loaded before all other modules of a process: shifts its clock by CHAOS_CLOCK_MS, and later by messages. Timers and clocks
 * elsewhere do not change.
 */
import process from 'node:process';

let shiftMs = Number(process.env['CHAOS_CLOCK_MS'] ?? 0);
const TrueDate = Date;
const now = () => TrueDate.now() + shiftMs;

globalThis.Date = new Proxy(TrueDate, {
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  apply: () => new TrueDate(now()).toString(),
  construct: (target, words, made) =>
    Reflect.construct(target, words.length > 0 ? words : [now()], made) as object,
});

process.on('message', (message: { shiftMs?: number }) => {
  if (typeof message.shiftMs === 'number') shiftMs = message.shiftMs;
});
