import { runSweepOn } from '../http/reconciliation.ts';

export default runSweepOn;
/** Netlify answers at once and lets it run for 15 minutes. */
export const config = { background: true };
