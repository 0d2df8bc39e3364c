import { handleUnsubscribe } from '../http/newsletter-leave.ts';

export default handleUnsubscribe;
/** The page at this address is static and asks; what it posts comes here. */
export const config = { path: '/newsletter/unsubscribe', method: 'POST' };
