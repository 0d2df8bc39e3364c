/** The desk's sentences about the health of the shop. */
export const deskHealthMessages = {
  intro:
    'The shop checks itself: deploy, database, pages, payments and email. Each line says what it found, and what to do if something is wrong.',
  again: 'Check all again',
  one: 'Check again',
  oneName: (check: string) => `Check again: ${check}`,
  looking: (done: number, of: number) => `${done} of ${of} checked.`,
  fine: 'Nothing is wrong.',
  wrong: (count: number) => (count === 1 ? '1 thing is wrong.' : `${count} things are wrong.`),
  states: { ok: 'OK', red: 'Wrong', unseen: 'Cannot be checked from here' },
  waiting: 'Not checked yet',
  noCheck: 'There is no such check.',
  slow: 'it took longer than eight seconds',
  slowAdvice: 'Check again; if it stays slow, see the status pages of Netlify and Upstash.',
  noAnswerAdvice: 'Check again.',
} as const;
