import { effect } from 'nanostores';
import { fill, partFrom } from '../../components/shop/fill-template.ts';
import { drawUnpaid, isInPanel } from '../../components/shop/unpaid-texts.ts';
import { paths } from '../../contract/paths.ts';
import { $ordersStatus, $orderViews, type OrderView, watchOrders } from '../../stores/orders/orders.ts';
import { $ownUnpaid, type UnpaidOrder } from '../../stores/payment/unpaid.ts';
import { $userEmail } from '../../stores/session/session.ts';
import { sendVisitorsToLogin } from '../../stores/session/visitor.ts';
import { orderTextsOf } from './order-texts.ts';

/** All that /orders shows before React, as one value: React starts with it. */
export interface DrawnOrders {
  orders: readonly OrderView[];
  status: ReturnType<typeof $ordersStatus.get>;
  unpaid: UnpaidOrder | null;
}

/**
 * /orders before React: requests the orders, and draws them once from the templates that the build rendered from the
 * island's components. React takes over the same elements, and shows what changes later.
 */
let drawn: DrawnOrders = { orders: [], status: 'idle', unpaid: null };
let stopDrawing: () => void = () => undefined;

/** Stops drawing. @returns what the page shows now, which is React's first state */
export function takeOver(): DrawnOrders {
  stopDrawing();
  return drawn;
}

export function fillOrders(root: Document): void {
  sendVisitorsToLogin(paths.orders);
  const owner = root.querySelector('[data-owner-email]');
  if (owner) owner.textContent = $userEmail.get() ?? '';
  const island = root.querySelector<HTMLElement>('main astro-island > div');
  if (island) {
    stopDrawing = effect([$orderViews, $ordersStatus], (orders, status) => {
      const isLoaded = status === 'ready' || status === 'failed';
      if (isLoaded && drawn.status === 'idle')
        draw(island, root, { orders, status, unpaid: $ownUnpaid.get() });
    });
  }
  watchOrders();
}

function draw(island: HTMLElement, templates: ParentNode, screen: DrawnOrders): void {
  const { orders, status, unpaid } = screen;
  const list = document.createElement('div');
  list.append(...orders.map((order) => fill(partFrom(templates, 'order'), orderTextsOf(order, unpaid))));
  if (orders.length === 0 && status === 'ready') list.append(partFrom(templates, 'none'));
  const payable = orders.flatMap((order) => order.payable?.orderId ?? []);
  drawUnpaid(list, templates, unpaid && isInPanel(unpaid, payable) ? unpaid : null);
  if (status === 'failed') island.firstElementChild?.after(partFrom(templates, 'failed'));
  island.lastElementChild?.replaceWith(list);
  drawn = screen;
}
