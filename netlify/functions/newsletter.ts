import { takesForms } from '../http/posted-form.ts';
import { serve } from '../http/serve.ts';
import * as newsletter from '../services/newsletter.ts';

export default takesForms(
  'newsletter.subscribe',
  serve({
    'newsletter.subscribe': newsletter.subscribe,
    'newsletter.confirm': newsletter.confirm,
  }),
);
export const config = { path: '/api/newsletter/*' };
