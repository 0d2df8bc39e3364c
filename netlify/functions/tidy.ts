import { runTidy } from '../http/tidy.ts';

export default runTidy;
/** At three in the morning in India. */
export const config = { schedule: '30 21 * * *' };
