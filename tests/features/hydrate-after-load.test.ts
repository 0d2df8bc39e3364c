import { expect, test, vi } from 'vitest';
import hydrateAfterLoad from '../../src/client/hydrate-after-load.ts';
import { eventually } from '../support/eventually.ts';

/** The part of an element that the directive uses. */
class FakeElement {
  readonly isCartTap: boolean;
  constructor(isCartTap: boolean) {
    this.isCartTap = isCartTap;
  }
  closest(selector: string): this | null {
    return selector === '[data-cart-tap]' && this.isCartTap ? this : null;
  }
}

/** An island on a page that is still loading. @param modules links to the modules that it needs */
function openIsland(modules: readonly { rel: string }[] = []) {
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('document', { readyState: 'loading', querySelectorAll: () => modules });
  vi.stubGlobal('addEventListener', () => undefined);
  const listeners = new Map<string, (event: unknown) => void>();
  const island = {
    addEventListener: (name: string, listen: (event: unknown) => void) => listeners.set(name, listen),
  };
  const load = vi.fn(async () => async () => undefined);
  void hydrateAfterLoad(load, { name: 'after-load', value: '' }, island as unknown as HTMLElement);
  const touch = (name: string, isCartTap: boolean) =>
    listeners.get(name)?.({ target: new FakeElement(isCartTap) });
  return { load, touch };
}

test.each(['pointerdown', 'focusin', 'keydown'])(
  '%s on an element that needs the island hydrates it, once',
  (name) => {
    const { load, touch } = openIsland();
    touch(name, false);
    touch(name, false);
    expect(load).toHaveBeenCalledTimes(1);
  },
);

test.each(['pointerdown', 'focusin', 'keydown'])(
  '%s on an element that the page’s script handles does not wait for hydration',
  (name) => {
    const { load, touch } = openIsland();
    touch(name, true);
    expect(load).not.toHaveBeenCalled();
  },
);

test('each module is requested in its own task, so a tap can run between them', async () => {
  const modules = ['react', 'cart', 'payment'].map((name) => ({ name, rel: '' }));
  const asked = () => modules.filter(({ rel }) => rel === 'modulepreload').map(({ name }) => name);
  const { load, touch } = openIsland(modules);
  touch('pointerdown', false);
  expect(asked()).toEqual(['react']);
  await eventually(() => expect(load).toHaveBeenCalledTimes(1));
  expect(asked()).toEqual(['react', 'cart', 'payment']);
});
