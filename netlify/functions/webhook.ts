import { takeWebhook } from '../http/webhook.ts';

export default takeWebhook;
export const config = { path: '/api/webhook/:provider' };
