/** The sentences about backups, of the desk and of the command line. */
export const deskBackupMessages = {
  intro:
    'One file with everything that lasts: orders, accounts, stock, invoices and lists, as they are at this moment. The shop sells on. It names people: keep it encrypted, and delete it after 30 days.',
  restoreTitle: 'Restore',
  restore:
    'A restore needs the command line: it goes into an empty database, where nobody can be signed in. Keep PERSON_HASH_KEY of this shop apart from the file; without it nobody can log in after a restore.',
  restoreCommand: (file: string) => `npm run shop -- restore ${file}`,
  other: 'A backup that runs elsewhere, such as at the command line, ends when you begin one here.',
  begin: 'Take a backup',
  goOn: 'Go on',
  discard: 'Discard it',
  unfinished: (time: string) =>
    `The backup of ${time} was interrupted. It goes on where it was, within a day.`,
  running: (lines: number) => `${lines} lines so far. Keep this page open.`,
  ready: (time: string) => `The shop as it was on ${time} is in your downloads.`,
  what: 'What',
  howMuch: 'How much',
  contradictions: 'These numbers contradict each other. Keep the file, and ask for help:',
  elsewhere: 'A backup already runs in another tab.',
  noRoom: 'The browser has no room for the backup. Free some, and go on.',
  moving: 'Hashes are being carried over to PERSON_HASH_KEY; begin the backup again in a minute.',
  restoring: 'This shop is being restored from a backup; finish that first.',
  lost: 'Another backup has begun meanwhile, or a day has passed. This one ends here; take another one.',
  notKept: 'A backup does not have this.',
} as const;
