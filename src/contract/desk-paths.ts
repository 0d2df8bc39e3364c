/** Paths of the desk, apart from `paths.ts` because shoppers' pages load that file. */
export const deskPaths = {
  today: '/desk',
  orders: '/desk/orders',
  ordersOf: (name: string) => `/desk/orders?q=${encodeURIComponent(name)}`,
  order: (id: string) => `/desk/order?id=${id}`,
  invoice: (id: string) => `/desk/invoice?id=${id}`,
  packing: '/desk/packing',
  stock: '/desk/stock',
  money: '/desk/money',
  shoppers: '/desk/shoppers',
  staff: '/desk/staff',
  lists: '/desk/lists',
  speed: '/desk/speed',
  health: '/desk/health',
  backup: '/desk/backup',
} as const;

/** The file of the desk's service worker (src/integrations/desk-worker). */
export const deskWorkerPath = '/desk-worker.js';
