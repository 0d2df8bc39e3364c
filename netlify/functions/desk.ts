import { serveDesk } from '../http/serve-desk.ts';
import * as backup from '../services/desk/backup.ts';
import * as health from '../services/desk/health.ts';
import * as lists from '../services/desk/lists.ts';
import * as log from '../services/desk/log.ts';
import * as orders from '../services/desk/orders.ts';
import * as packing from '../services/desk/packing.ts';
import * as passkeys from '../services/desk/passkeys.ts';
import * as money from '../services/desk/money.ts';
import * as news from '../services/desk/news.ts';
import * as session from '../services/desk/session.ts';
import * as shoppers from '../services/desk/shoppers.ts';
import * as staff from '../services/desk/staff.ts';
import * as stock from '../services/desk/stock.ts';
import * as today from '../services/desk/today.ts';
import * as vitals from '../services/desk/vitals.ts';

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
  'shoppers.note': shoppers.note,
  'shoppers.export': shoppers.exportData,
  'shoppers.delete': shoppers.remove,
  'log.read': log.read,
  'log.export': log.exportMonth,
  'orders.list': orders.list,
  'orders.read': orders.read,
  'orders.invoice': orders.invoice,
  'orders.ask': orders.ask,
  'orders.note': orders.note,
  'orders.pack': orders.pack,
  'orders.ship': orders.ship,
  'orders.deliver': orders.deliver,
  'orders.undo': orders.undo,
  'orders.askReturn': orders.askReturn,
  'orders.endReturn': orders.endReturn,
  'orders.cancel': orders.cancel,
  'orders.refund': orders.refund,
  'orders.refundAgain': orders.refundAgain,
  'orders.refundByHand': orders.refundByHand,
  'orders.release': orders.release,
  'packing.read': packing.read,
  'packing.print': packing.print,
  'stock.list': stock.list,
  'stock.change': stock.change,
  'stock.check': stock.check,
  'stock.export': stock.exportAll,
  'stock.log': stock.log,
  'stock.tell': stock.tell,
  'today.read': today.read,
  'money.month': money.month,
  'money.cashReceived': money.cashReceived,
  'money.best': money.best,
  'money.payouts': money.payouts,
  'money.export': money.exportTable,
  'vitals.read': vitals.read,
  'news.read': news.read,
  'news.choose': news.choose,
  'news.subscribe': news.subscribe,
  'news.stop': news.stop,
  'lists.read': lists.read,
  'lists.reconcile': lists.reconcile,
  'lists.export': lists.exportList,
  'lists.launch': lists.launch,
  'lists.codes': lists.codes,
  'health.list': health.list,
  'health.look': health.look,
  'backup.begin': backup.begin,
  'backup.read': backup.read,
  'backup.close': backup.close,
});
export const config = { path: '/api/desk/*' };
