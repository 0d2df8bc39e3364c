/**
 * Opens the filter drawer. React is fetched when a shopper reaches for the button, and the tap that came first is the
 * one that opens: it waits for the code, in a drawer that is already on screen.
 */
export function wakeFilterButton(button: HTMLElement): void {
  const load = () => import('./open-filter-drawer.tsx');
  // Fetched ahead when a finger or a pointer comes near; a failure shows when the drawer is really asked for.
  const reach = () => void load().catch(() => undefined);
  button.addEventListener('pointerenter', reach, { once: true });
  button.addEventListener('focus', reach, { once: true });
  button.addEventListener('click', () => {
    const drawer = document.querySelector<HTMLDialogElement>('#filter-drawer');
    if (!drawer) return;
    drawer.showModal();
    load().then(
      ({ openFilterDrawer }) => openFilterDrawer(drawer),
      () => location.reload(),
    );
  });
}
