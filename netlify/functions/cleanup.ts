import { scheduledCleanup } from '../http/cleanup.ts';

export default scheduledCleanup;
/** 03:00 in India (the schedule is UTC). */
export const config = { schedule: '30 21 * * *' };
