import { paths } from '../../contract/paths.ts';
import { watchOrders } from '../../stores/orders/orders.ts';
import { $userEmail } from '../../stores/session/session.ts';
import { sendVisitorsToLogin } from '../../stores/session/visitor.ts';

/** /orders before React: visitors go on to /login, and a shopper's orders are asked for while the island's code comes. */
sendVisitorsToLogin(paths.orders);
const owner = document.querySelector('.orders-owner');
if (owner) owner.textContent = $userEmail.get() ?? '';
watchOrders();
