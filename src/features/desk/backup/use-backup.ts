import { useEffect, useState } from 'react';
import { type BackupNote, forgetParts, joinParts, keepPart, readNote } from '../../../client/backup-parts.ts';
import { deskCall } from '../../../client/desk-api.ts';
import { downloadFile } from '../../../client/download.ts';
import type { BackupReplies } from '../../../contract/desk-backup.ts';
import { deskBackupMessages as says } from '../../../contract/messages/desk-lists-and-shop.ts';
import { useAction } from '../use-action.ts';

type LastReply = Extract<BackupReplies['backup.read'], { state: null }>;

export interface Finished {
  /** In ms. */
  at: number;
  end: LastReply['end'];
}

/** The name of the file of this moment (ms), by the day in India. */
export const fileOf = (at: number): string =>
  `taana-${new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(at)}.gz`;

/** Takes a backup part by part; one that was interrupted goes on after its last part, also after a reload. */
export function useBackup() {
  const [unfinished, setUnfinished] = useState<BackupNote | null>(null);
  const [finished, setFinished] = useState<Finished | null>(null);
  const { isBusy, problem, run } = useAction();
  useEffect(() => void readNote().then(setUnfinished), []);

  const discard = async () => {
    if (unfinished) void deskCall('backup.close', { id: unfinished.state.id });
    await forgetParts();
    setUnfinished(null);
  };
  const work = async (from: BackupNote | null): Promise<string | null> => {
    setFinished(null);
    let note = from ?? (await begin());
    while (typeof note !== 'string') {
      setUnfinished(note);
      const outcome = await readOn(note);
      if (typeof outcome === 'object' && 'end' in outcome) {
        setUnfinished(null);
        setFinished(outcome);
        return null;
      }
      if (outcome === says.lost) setUnfinished(null);
      note = outcome;
    }
    return note;
  };
  const take = (from: BackupNote | null) =>
    run(() =>
      navigator.locks.request('desk-backup', { ifAvailable: true }, (lock) =>
        lock ? work(from).catch(() => says.noRoom) : says.elsewhere,
      ),
    );
  return { unfinished, finished, isBusy, problem, take, discard };
}

/** @returns the first part as it is kept, or why there is none */
async function begin(): Promise<BackupNote | string> {
  await forgetParts();
  const answer = await deskCall('backup.begin');
  if (!answer.success) return answer.message;
  return (await keepPart({ id: answer.state.id, at: 0 }, answer.part, answer.state)) ?? says.lost;
}

/** @returns what is kept after one part more, the finished backup, or why there is neither */
async function readOn({ state, parts }: BackupNote): Promise<BackupNote | Finished | string> {
  const answer = await deskCall('backup.read', { state });
  if (!answer.success) {
    if (answer.code !== 'not-found') return answer.message;
    await forgetParts();
    return says.lost;
  }
  const { id, at } = state;
  const note = await keepPart({ id, at: parts }, answer.part, answer.state);
  if (note) return note;
  downloadFile(fileOf(at), await joinParts(id, parts + 1));
  await forgetParts();
  void deskCall('backup.close', { id });
  return { at, end: (answer as LastReply).end };
}
