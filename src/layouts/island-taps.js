(() => {
  /** Each held button with its attributes of before: until it is carried out it looks as busy as it is. */
  const held = new Map();
  const marks = ['aria-busy', 'aria-disabled'];
  const hold = (event) => {
    const { target, submitter, type } = event;
    // What a plain script carries out (components/shop/cart-lines.ts) waits for no island.
    if (!target.closest('astro-island[ssr]') || target.closest('[data-cart-tap]')) return;
    const button =
      type === 'submit' ? (submitter ?? target.querySelector('[type=submit]')) : target.closest('button');
    // A form is never posted by the browser itself: a password must not leave the page before its code is there.
    if (button || type === 'submit') {
      event.preventDefault();
      event.stopPropagation();
    }
    if (!button || held.has(button)) return;
    held.set(
      button,
      marks.map((mark) => button.getAttribute(mark)),
    );
    for (const mark of marks) button.setAttribute(mark, 'true');
  };
  addEventListener('click', hold, true);
  addEventListener('submit', hold, true);
  const release = () => {
    for (const [button, before] of held) {
      held.delete(button);
      before.forEach((value, index) => {
        if (value === null) button.removeAttribute(marks[index]);
        else button.setAttribute(marks[index], value);
      });
      button.click();
    }
  };
  addEventListener('astro:hydrate', release, true);
  // While pages fade into each other, a tap reaches neither: who opens a cart or a form wants to use it.
  addEventListener('pagereveal', ({ viewTransition }) => {
    if (!viewTransition) return;
    // A transition that is skipped says so as a refusal of `ready`, which is what was asked for.
    viewTransition.ready.catch(() => undefined);
    viewTransition.skipTransition();
  });
})();
