import { fetchAhead } from './ahead.ts';

/** What comes when a page is at rest: nothing that a shopper sees or reaches for waits for it. */
fetchAhead(document);

const MORE_REST_MS = 2_000;
setTimeout(() => import('../../offline/page.ts').catch(() => undefined), MORE_REST_MS);
