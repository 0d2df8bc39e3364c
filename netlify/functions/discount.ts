import { serve } from '../http/serve.ts';
import * as codes from '../services/codes.ts';

export default serve({ 'discount.check': codes.check });
export const config = { path: '/api/discount/*' };
