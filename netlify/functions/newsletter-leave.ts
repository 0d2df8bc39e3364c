import { handleUnsubscribe } from '../http/newsletter-leave.ts';

export default handleUnsubscribe;
/** The page at this path is static and has the button; its posts come here. */
export const config = { path: '/newsletter/unsubscribe', method: 'POST' };
