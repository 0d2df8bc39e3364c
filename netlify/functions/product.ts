import { serve } from '../http/serve.ts';
import * as catalogue from '../services/catalogue.ts';
import * as earlyOrders from '../services/early-orders.ts';

export default serve({
  'product.list': catalogue.list,
  'product.stock': catalogue.stock,
  'product.early-order-interest': earlyOrders.register,
});
export const config = { path: '/api/product/*' };
