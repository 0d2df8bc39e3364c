import { serve } from '../http/serve.ts';
import * as health from '../services/health.ts';

export default serve({ health: health.check });
/** Netlify's own rate limit, checked before the function starts; tests/deploy explains its size. */
export const config = {
  path: '/api/health',
  rateLimit: { windowLimit: 120, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
