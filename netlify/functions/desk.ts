import { serveDesk } from '../http/serve-desk.ts';
import * as log from '../services/desk/log.ts';
import * as passkeys from '../services/desk/passkeys.ts';
import * as session from '../services/desk/session.ts';
import * as shoppers from '../services/desk/shoppers.ts';
import * as staff from '../services/desk/staff.ts';

export default serveDesk({
  'session.read': session.read,
  'session.link': session.link,
  'session.enter': session.enter,
  'session.leave': session.leave,
  'session.end': session.end,
  'passkey.ask': passkeys.ask,
  'passkey.prove': passkeys.prove,
  'passkey.begin': passkeys.begin,
  'passkey.register': passkeys.register,
  'passkey.remove': passkeys.remove,
  'staff.list': staff.list,
  'shoppers.find': shoppers.find,
  'shoppers.export': shoppers.exportData,
  'shoppers.delete': shoppers.remove,
  'log.read': log.read,
  'log.export': log.exportMonth,
});
export const config = { path: '/api/desk/*' };
