import { beforeEach, expect, test, vi } from 'vitest';
import islandTaps from '../../src/layouts/early-taps.js?raw';

const ISLAND = 'astro-island[ssr]';

/** A button in an island that React has not taken over yet, with the form around it. */
class FakeButton {
  isDehydrated = true;
  readonly attributes = new Map<string, string>();
  readonly click = vi.fn();
  isPlain = false;
  readonly form = {
    closest: (selector: string) => (selector === ISLAND ? this.island() : null),
    querySelector: () => this,
  };

  closest(selector: string): unknown {
    if (selector === ISLAND) return this.island();
    return selector === 'button' || this.isPlain ? this : null;
  }
  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }
  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }
  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }
  private island(): object | null {
    return this.isDehydrated ? {} : null;
  }
}

interface FakeEvent {
  type: string;
  target: unknown;
  submitter?: unknown;
  preventDefault: () => void;
  stopPropagation: () => void;
}

let listeners: Map<string, (event: FakeEvent) => void>;
let button: FakeButton;

beforeEach(() => {
  listeners = new Map();
  button = new FakeButton();
  // An inline script of the page, so it is no module.
  new Function('addEventListener', islandTaps)((type: string, listener: (event: FakeEvent) => void) =>
    listeners.set(type, listener),
  );
});

function fire(type: string, target: unknown, submitter?: unknown): FakeEvent {
  const event = { type, target, submitter, preventDefault: vi.fn(), stopPropagation: vi.fn() };
  listeners.get(type)?.(event);
  return event;
}

test('a tap is kept, shown as busy and carried out once', () => {
  button.setAttribute('aria-busy', 'false');
  expect(fire('click', button).preventDefault).toHaveBeenCalled();
  fire('click', button);
  expect(Object.fromEntries(button.attributes)).toEqual({ 'aria-busy': 'true', 'aria-disabled': 'true' });
  expect(button.click).not.toHaveBeenCalled();
  fire('astro:hydrate', {});
  fire('astro:hydrate', {});
  expect(button.click).toHaveBeenCalledTimes(1);
  expect(Object.fromEntries(button.attributes)).toEqual({ 'aria-busy': 'false' });
});

test('a submit is never the browser’s own, and is carried out as a tap on its button', () => {
  expect(fire('submit', button.form, null).preventDefault).toHaveBeenCalled();
  expect(fire('submit', button.form, button).preventDefault).toHaveBeenCalled();
  fire('astro:hydrate', {});
  expect(button.click).toHaveBeenCalledTimes(1);
});

test('a form without a button is not posted either', () => {
  const form = {
    closest: (selector: string) => (selector === ISLAND ? {} : null),
    querySelector: () => null,
  };
  expect(fire('submit', form).preventDefault).toHaveBeenCalled();
});

test('an island that React has taken over is not changed', () => {
  button.isDehydrated = false;
  expect(fire('click', button).preventDefault).not.toHaveBeenCalled();
  expect(fire('submit', button.form).preventDefault).not.toHaveBeenCalled();
});

test('a tap that a plain script handles is not kept', () => {
  button.isPlain = true;
  expect(fire('click', button).preventDefault).not.toHaveBeenCalled();
});
