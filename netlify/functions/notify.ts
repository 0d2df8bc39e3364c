import { serve } from '../http/serve.ts';
import * as notify from '../services/notify.ts';

export default serve({
  notify: notify.save,
  'notify.check': notify.check,
});
export const config = { path: '/api/notify*' };
