/** The sentences about backups, of the desk and of the command line. */
export const deskBackupMessages = {
  intro:
    'One file with everything that lasts: orders, accounts, stock, invoices and lists, as they are at this moment. The shop stays open. The file has personal data: keep it encrypted, and delete it after 30 days.',
  restoreTitle: 'Restore',
  restore:
    'A restore needs the command line: it goes into an empty database, where nobody can be signed in. Keep PERSON_HASH_KEY of this shop apart from the file; without it nobody can log in after a restore.',
  restoreCommand: (file: string) => `npm run shop -- restore ${file}`,
  other: 'A backup that runs elsewhere, such as at the command line, ends when you start one here.',
  begin: 'Take a backup',
  goOn: 'Continue',
  discard: 'Discard it',
  unfinished: (time: string) => `The backup of ${time} was interrupted. You can continue it within a day.`,
  running: (lines: number) => `${lines} lines so far. Keep this page open.`,
  ready: (time: string) => `The shop as it was on ${time} is in your downloads.`,
  what: 'What',
  howMuch: 'How much',
  contradictions: 'These numbers contradict each other. Keep the file, and ask for help:',
  elsewhere: 'A backup is already running in another tab.',
  noRoom: 'The browser has no room for the backup. Free some space and continue.',
  moving: 'Hashes are moving to PERSON_HASH_KEY; start the backup again in a minute.',
  restoring: 'This shop is being restored from a backup; finish that first.',
  lost: 'Another backup was started, or a day has passed. This one has ended; please take a new one.',
  notKept: 'A backup does not include this.',
} as const;
