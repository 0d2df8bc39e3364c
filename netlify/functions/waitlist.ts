import { acceptsForms } from '../http/form-posts.ts';
import { serve } from '../http/serve.ts';
import * as waitlist from '../services/waitlist.ts';

export default acceptsForms(
  'waitlist',
  serve({ waitlist: waitlist.join, 'waitlist.sent': waitlist.markSent }),
);
/** Netlify's own rate limit, checked before the function starts; tests/deploy explains its size. */
export const config = {
  path: '/api/waitlist*',
  rateLimit: { windowLimit: 1200, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
