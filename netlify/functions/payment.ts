import { serve } from '../http/serve.ts';
import * as payments from '../services/payments.ts';

export default serve({ 'payment.methods': payments.methods });
export const config = { path: '/api/payment/methods' };
