import { serve } from '../http/serve.ts';
import * as codes from '../services/discount-codes.ts';

export default serve({ 'discount.check': codes.check });
/** Netlify's own rate limit, checked before the function starts; tests/deploy explains its size. */
export const config = {
  path: '/api/discount/*',
  rateLimit: { windowLimit: 1200, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
