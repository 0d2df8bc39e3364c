import { takeReturn } from '../http/payment-return.ts';

export default takeReturn;
export const config = { path: '/api/payment/return', method: ['GET', 'HEAD', 'POST'] };
