import type { Method, RouteName } from './routes.ts';

/**
 * Method and path of account calls that do not follow from their names (contract/wire). They are separate, because a
 * page without interaction does not need them. tests/contract/routes.test.ts compares them with `routes`.
 */
export const accountCalls = {
  'user.options': { method: 'GET', path: '/api/user/options' },
  'user.profile': { method: 'GET', path: '/api/user/profile' },
  'user.save-profile': { method: 'PUT', path: '/api/user/profile' },
  'user.export': { method: 'GET', path: '/api/user/export' },
  'address.user': { method: 'GET', path: '/api/address/user' },
  'address.edit': { method: 'PUT', path: '/api/address/edit' },
  'address.delete': { method: 'DELETE', path: '/api/address/delete' },
  'notification.user': { method: 'GET', path: '/api/notification/user' },
  'notification.read': { method: 'PATCH', path: '/api/notification/read' },
  'order.invoice': { method: 'GET', path: '/api/order/invoice' },
} as const satisfies Partial<Record<RouteName, { method: Method; path: string }>>;
