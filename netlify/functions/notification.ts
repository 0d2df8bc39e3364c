import { serve } from '../http/serve.ts';
import * as notifications from '../services/notifications.ts';

export default serve({
  'notification.user': notifications.list,
  'notification.read': notifications.markRead,
});
export const config = { path: '/api/notification/*' };
