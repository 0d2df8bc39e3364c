import { serve } from '../http/serve.ts';
import * as notify from '../services/back-in-stock.ts';

export default serve({
  notify: notify.save,
  'notify.check': notify.check,
});
/** Netlify's own limit, before the function is started: tests/deploy says how it was chosen. */
export const config = {
  path: '/api/notify*',
  rateLimit: { windowLimit: 1200, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
