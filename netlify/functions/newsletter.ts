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
/** Netlify's own rate limit, checked before the function starts; tests/deploy explains its size. */
export const config = {
  path: '/api/newsletter/*',
  rateLimit: { windowLimit: 1200, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
