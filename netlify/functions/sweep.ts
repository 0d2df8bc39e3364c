import { runSweep } from '../http/reconciliation.ts';

export default runSweep;
export const config = { schedule: '*/5 * * * *' };
