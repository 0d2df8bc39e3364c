import { backgroundReconciliation } from '../http/reconciliation.ts';

export default backgroundReconciliation;
/** Netlify responds at once and lets it run for 15 minutes. */
export const config = { background: true };
