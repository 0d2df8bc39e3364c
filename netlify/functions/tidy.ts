import { runTidy } from '../http/cleanup.ts';

export default runTidy;
/** At three in the morning in India. */
export const config = { schedule: '30 21 * * *' };
