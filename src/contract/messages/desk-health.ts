/** The desk's sentences about the health of the shop. */
export const deskHealthMessages = {
  intro:
    'The shop looks at itself: deploy, database, pages, payments and email. Each line says what it sees, and what to do if it is not right.',
  again: 'Look at all again',
  one: 'Look again',
  oneName: (check: string) => `Look again: ${check}`,
  looking: (done: number, of: number) => `${done} of ${of} looked at.`,
  fine: 'Nothing is wrong.',
  wrong: (count: number) => (count === 1 ? '1 thing is wrong.' : `${count} things are wrong.`),
  states: { ok: 'Right', red: 'Wrong', unseen: 'Cannot be seen from here' },
  waiting: 'Not looked at yet',
  noCheck: 'There is no such check.',
  slow: 'it took longer than eight seconds',
  slowAdvice: 'Look again; if it stays slow, look at the status pages of Netlify and Upstash.',
  noAnswerAdvice: 'Look again.',
} as const;
