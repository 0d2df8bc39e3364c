import { serve } from '../http/serve.ts';
import * as health from '../services/health.ts';

export default serve({ health: health.check });
export const config = { path: '/api/health' };
