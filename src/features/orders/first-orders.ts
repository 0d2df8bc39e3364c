import { paths } from '../../contract/paths.ts';
import { watchOrders } from '../../stores/orders/orders.ts';
import { $userEmail } from '../../stores/session/session.ts';
import { sendVisitorsToLogin } from '../../stores/session/visitor.ts';

/** /orders before React: sends visitors to /login, and requests a shopper's orders while the island's code loads. */
sendVisitorsToLogin(paths.orders);
const owner = document.querySelector('.orders-owner');
if (owner) owner.textContent = $userEmail.get() ?? '';
watchOrders();
