import { serve } from '../http/serve.ts';
import * as wishlists from '../services/wishlists.ts';

export default serve({
  'wishlist.toggle': wishlists.toggle,
  'wishlist.get': wishlists.read,
});
export const config = { path: '/api/wishlist/*' };
