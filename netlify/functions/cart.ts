import { serve } from '../http/serve.ts';
import * as carts from '../services/carts.ts';

export default serve({
  'cart.add': carts.add,
  'cart.update': carts.setQuantity,
  'cart.get': carts.read,
});
export const config = { path: '/api/cart/*' };
