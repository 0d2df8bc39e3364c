import { serve } from '../http/serve.ts';
import * as codes from '../services/discount-codes.ts';

export default serve({ 'discount.check': codes.check });
/** Netlify's own limit, before the function is started: tests/deploy says how it was chosen. */
export const config = {
  path: '/api/discount/*',
  rateLimit: { windowLimit: 1200, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
