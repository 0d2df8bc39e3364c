import { continued } from '../http/scheduled.ts';
import { runReconciliation } from '../services/reconciliation.ts';

export default continued('reconciliation', runReconciliation);
/** Netlify responds at once and lets it run for 15 minutes. */
export const config = { background: true };
