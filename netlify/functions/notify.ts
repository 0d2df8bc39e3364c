import { serve } from '../http/serve.ts';
import * as notify from '../services/back-in-stock.ts';

export default serve({
  notify: notify.save,
  'notify.check': notify.check,
});
/** Netlify's own rate limit, checked before the function starts; tests/deploy explains its size. */
export const config = {
  path: '/api/notify*',
  rateLimit: { windowLimit: 1200, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
