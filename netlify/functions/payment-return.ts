import { handlePaymentReturn } from '../http/payment-return.ts';

export default handlePaymentReturn;
export const config = { path: '/api/payment/return', method: ['GET', 'HEAD', 'POST'] };
