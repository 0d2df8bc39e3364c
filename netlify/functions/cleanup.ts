import { scheduled } from '../http/scheduled.ts';
import { runCleanup } from '../services/cleanup.ts';

export default scheduled('cleanup', runCleanup);
/** 03:00 in India (the schedule is UTC). */
export const config = { schedule: '30 21 * * *' };
