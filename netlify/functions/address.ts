import { serve } from '../http/serve.ts';
import * as addresses from '../services/addresses.ts';

export default serve({
  'address.user': addresses.list,
  'address.add': addresses.add,
  'address.edit': addresses.edit,
  'address.delete': addresses.remove,
});
export const config = { path: '/api/address/*' };
