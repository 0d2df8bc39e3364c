import type { Page, Request } from 'playwright/test';
import type { Method, Refusal } from '../../../src/contract/calls/call.ts';
import { type Reply, type RouteName, routes } from '../../../src/contract/routes.ts';
import type { WireAddress } from '../../../src/contract/calls/address.ts';
import type { WireNotification } from '../../../src/contract/calls/notification.ts';
import type { WireUser } from '../../../src/contract/calls/user.ts';
import { shop } from '../../../src/domain/config.ts';
import { store } from './shopper.ts';

/** Account pages with mocked responses. Other responses have default values. */
export const asha: WireUser = {
  _id: 'Xk3vAsha01',
  name: 'Asha Rao',
  email: 'asha@example.com',
  phone: '919876543210',
  address: '12 MG Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  zipcode: '560001',
  country: 'India',
  dateOfBirth: '2001-05-30',
  gender: 'female',
  createdAt: Date.UTC(2026, 9, 2, 20),
  updatedAt: Date.UTC(2026, 10, 16, 6),
  pendingEmail: null,
  emailConfirmed: true,
  hasPassword: true,
};

export const home: WireAddress = {
  _id: 'home1',
  label: 'Home',
  address: '12 MG Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  zipcode: '560001',
  country: 'India',
  phone: '919876543210',
  isDefault: true,
};

export const village: WireAddress = {
  _id: 'village1',
  label: '',
  address: 'House 4, near the mill',
  city: 'Kheda Khurd',
  state: 'Haryana',
  zipcode: '110082',
  country: 'India',
  phone: '919000000001',
  isDefault: false,
};

export const shipped: WireNotification = {
  _id: 'news2',
  type: 'order',
  message: 'Order SHIP01 is on its way with Blue Dart, tracking number 50912345678.',
  read: false,
  createdAt: Date.UTC(2026, 10, 17, 20, 5),
};

export const placed: WireNotification = {
  _id: 'news1',
  type: 'order',
  message: 'Order SHIP01 has been placed. We will tell you when it ships.',
  read: true,
  createdAt: Date.UTC(2026, 10, 16, 6),
};

/** The mocked response. 'nothing' is a network failure. */
type Said<Name extends RouteName> = Reply<Name> | Refusal | 'nothing';
type Sayings = {
  [Name in RouteName]?: Said<Name> | ((request: Request) => Said<Name> | Promise<Said<Name>>);
};

/** The request bodies of each call so far, oldest first. */
export type Sent = Partial<Record<RouteName, unknown[]>>;

const statusOf: Partial<Record<Refusal['code'], number>> = {
  unauthorised: 401,
  'not-found': 404,
  failed: 500,
};
const ok = { success: true } as const;

const ordinary: Sayings = {
  'cart.get': { ...ok, cartData: {} },
  'wishlist.get': { ...ok, wishlistData: [] },
  'user.profile': { ...ok, user: asha },
  'order.userorders': { ...ok, orders: [] },
  'address.user': { ...ok, addresses: [] },
  'notification.user': { ...ok, notifications: [] },
  'user.logout': ok,
};

/** Mocks these calls. A later call of this function can replace a response. */
export async function serve(page: Page, sayings: Sayings): Promise<Sent> {
  const sent: Sent = {};
  for (const [name, said] of Object.entries(sayings) as [RouteName, Sayings[RouteName]][]) {
    const { path, method } = routes[name];
    const calls: unknown[] = [];
    sent[name] = calls;
    await page.route(`**${path}`, async (route) => {
      const request = route.request();
      if (request.method() !== (method satisfies Method)) return route.fallback();
      calls.push(request.postDataJSON());
      const now = typeof said === 'function' ? await said(request) : said;
      if (!now || now === 'nothing') return route.abort();
      return route.fulfill({ status: now.success ? 200 : (statusOf[now.code] ?? 400), json: now });
    });
  }
  return sent;
}

/** Logs Asha in by storage, like a returning browser. */
export async function enter(page: Page, sayings: Sayings = {}): Promise<Sent> {
  const sent = await serve(page, { ...ordinary, ...sayings });
  await store(page, { [shop.storageKeys.token]: 'asha-token', [shop.storageKeys.userEmail]: asha.email });
  return sent;
}
