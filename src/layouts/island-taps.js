(() => {
  const held = [];
  const hold = (event) => {
    // What a plain script carries out (components/shop/cart-lines.ts) waits for no island.
    const button = event.target.closest('astro-island[ssr] button:not([data-cart-tap])');
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    if (!held.includes(button)) held.push(button);
  };
  addEventListener('click', hold, true);
  const release = () => {
    for (const button of held.splice(0)) button.click();
  };
  addEventListener('astro:hydrate', release, true);
})();
