import { acceptsForms } from '../http/form-posts.ts';
import { serve } from '../http/serve.ts';
import * as newsletter from '../services/newsletter.ts';

export default acceptsForms(
  'newsletter.subscribe',
  serve({
    'newsletter.subscribe': newsletter.subscribe,
    'newsletter.confirm': newsletter.confirm,
  }),
);
/** Netlify's own limit, before the function is started: tests/deploy says how it was chosen. */
export const config = {
  path: '/api/newsletter/*',
  rateLimit: { windowLimit: 1200, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
