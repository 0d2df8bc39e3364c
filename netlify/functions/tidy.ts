import { scheduledCleanup } from '../http/cleanup.ts';

export default scheduledCleanup;
/** At three in the morning in India. */
export const config = { schedule: '30 21 * * *' };
