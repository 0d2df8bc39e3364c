import { scheduled } from '../http/scheduled.ts';
import { runNotedReconciliation } from '../services/reconciliation.ts';

export default scheduled('reconciliation', runNotedReconciliation);
export const config = { schedule: '*/5 * * * *' };
