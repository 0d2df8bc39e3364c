import { handleWebhook } from '../http/webhook.ts';

export default handleWebhook;
export const config = { path: '/api/webhook/:provider' };
