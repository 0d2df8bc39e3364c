import { scheduledReconciliation } from '../http/reconciliation.ts';

export default scheduledReconciliation;
export const config = { schedule: '*/5 * * * *' };
