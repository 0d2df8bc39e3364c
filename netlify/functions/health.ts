import { serve } from '../http/serve.ts';
import * as health from '../services/health.ts';

export default serve({ health: health.check });
/** Netlify's own limit, before the function is started: tests/deploy says how it was chosen. */
export const config = {
  path: '/api/health',
  rateLimit: { windowLimit: 120, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
