import { takesForms } from '../http/posted-form.ts';
import { serve } from '../http/serve.ts';
import * as waitlist from '../services/waitlist.ts';

export default takesForms('waitlist', serve({ waitlist: waitlist.join, 'waitlist.sent': waitlist.markSent }));
export const config = { path: '/api/waitlist*' };
