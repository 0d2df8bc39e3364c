import { runSweep } from '../http/sweep.ts';

export default runSweep;
export const config = { schedule: '*/5 * * * *' };
