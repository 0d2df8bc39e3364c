import { beforeEach, expect, test, vi } from 'vitest';

/** The desk's worker, with test doubles for the globals of a service worker. */

const heard = new Map<string, (event: object) => void>();
const windows: { url: string; focus: () => Promise<void>; postMessage: (message: unknown) => void }[] = [];
const openWindow = vi.fn(async () => {});
const showNotification = vi.fn(async () => {});

const scope = {
  addEventListener: (type: string, listener: (event: object) => void) => heard.set(type, listener),
  skipWaiting: async () => {},
  registration: { showNotification },
  clients: { matchAll: async () => windows, openWindow },
};
vi.stubGlobal('self', scope);
await import('../../src/offline/desk-worker.ts');

beforeEach(() => {
  vi.stubGlobal('self', scope);
  windows.length = 0;
  openWindow.mockClear();
  showNotification.mockClear();
});

function windowAt(path: string) {
  const opened = { url: `https://taana.example${path}`, focus: vi.fn(async () => {}), postMessage: vi.fn() };
  windows.push(opened);
  return opened;
}

async function dispatch(type: string, event: object): Promise<void> {
  const works: Promise<unknown>[] = [];
  heard.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => works.push(work) });
  await Promise.all(works);
}

async function tap(path: string): Promise<void> {
  const close = vi.fn();
  await dispatch('notificationclick', { notification: { data: path, close } });
  expect(close).toHaveBeenCalledOnce();
}

test('a tap focuses an open window of the desk, which opens the order', async () => {
  const shop = windowAt('/collection');
  const desk = windowAt('/desk/orders?tab=pack');
  await tap('/desk/order?id=7');
  expect(desk.focus).toHaveBeenCalledOnce();
  expect(desk.postMessage).toHaveBeenCalledExactlyOnceWith({ open: '/desk/order?id=7' });
  expect(shop.focus).not.toHaveBeenCalled();
  expect(openWindow).not.toHaveBeenCalled();
});

test('a tap opens a window if none of the desk is open', async () => {
  const shop = windowAt('/desktop-wallpapers');
  await tap('/desk/order?id=7');
  expect(openWindow).toHaveBeenCalledExactlyOnceWith('/desk/order?id=7');
  expect(shop.focus).not.toHaveBeenCalled();
});

test('a tap opens nothing outside of the desk', async () => {
  windowAt('/desk');
  await tap('/orders');
  expect(openWindow).not.toHaveBeenCalled();
});

test('a message is shown with its tag, and an empty one is not', async () => {
  const data = { title: 'New order 7K2M9A', body: '₹1,499.00', path: '/desk/order?id=7', tag: 'desk' };
  await dispatch('push', { data: { json: () => data } });
  expect(showNotification).toHaveBeenCalledExactlyOnceWith(
    data.title,
    expect.objectContaining({ body: data.body, tag: data.tag, data: data.path }),
  );
  await dispatch('push', { data: null });
  expect(showNotification).toHaveBeenCalledOnce();
});
