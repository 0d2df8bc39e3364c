(() => {
  /** Each held button with its original attributes: it looks busy until its tap is carried out. */
  const held = new Map();
  const marks = ['aria-busy', 'aria-disabled'];
  const hold = (event) => {
    const { target, submitter, type } = event;
    // Taps that a plain script handles (components/shop/cart-lines.ts) do not wait for an island.
    if (!target.closest('astro-island[ssr]') || target.closest('[data-cart-tap]')) return;
    const button =
      type === 'submit' ? (submitter ?? target.querySelector('[type=submit]')) : target.closest('button');
    // The browser must never post a form itself: a password must not leave the page before its code has loaded.
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
})();
