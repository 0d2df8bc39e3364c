import { serve } from '../http/serve.ts';
import * as baskets from '../services/carts.ts';

export default serve({
  'cart.add': baskets.add,
  'cart.update': baskets.setQuantity,
  'cart.get': baskets.read,
});
export const config = { path: '/api/cart/*' };
