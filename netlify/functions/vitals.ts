import { serve } from '../http/serve.ts';
import * as vitals from '../services/vitals.ts';

export default serve({ vitals: vitals.count });
/** Netlify's own rate limit, checked before the function starts; tests/deploy explains its size. */
export const config = {
  path: '/api/vitals',
  rateLimit: { windowLimit: 5000, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
