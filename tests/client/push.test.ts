import { afterEach, expect, it, vi } from 'vitest';
import { subscribeToPush } from '../../src/client/push.ts';

afterEach(() => vi.unstubAllGlobals());

/** A worker that is still installing when it was registered. */
function slowWorker() {
  const worker = new EventTarget();
  const subscription = {
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
  };
  const registration = {
    installing: worker as EventTarget | null,
    waiting: null,
    active: null as EventTarget | null,
    pushManager: { getSubscription: async () => null, subscribe: async () => subscription },
  };
  const activate = () => {
    Object.assign(registration, { installing: null, active: worker });
    worker.dispatchEvent(new Event('statechange'));
  };
  return { registration, activate };
}

it('a device with the worker of the shop subscribes with that of the desk, however long it installs', async () => {
  const { registration, activate } = slowWorker();
  const shops = { scope: 'https://taana.example/', active: {} };
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted' });
  vi.stubGlobal('navigator', {
    serviceWorker: { register: async () => registration, getRegistration: async () => shops },
  });
  const subscribed = subscribeToPush('key');
  setTimeout(activate);
  expect(await subscribed).toEqual({
    endpoint: 'https://push.example/1',
    keys: { p256dh: 'p', auth: 'a' },
  });
});
