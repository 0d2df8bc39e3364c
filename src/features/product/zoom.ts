import { arrowStep } from '../../components/shop/product-gallery.ts';

/**
 * The pictures in full screen. Swiping, snapping, Esc and focus return are native; a tap on a picture doubles its size,
 * and pinch zoom works as on any page.
 */
export function openZoom(gallery: HTMLElement): void {
  const dialog = document.querySelector<HTMLDialogElement>('#zoom');
  const row = dialog?.querySelector<HTMLElement>('[data-zoom-row]');
  const strip = gallery.querySelector<HTMLElement>('.gallery-row');
  if (!dialog || !row || !strip || dialog.open) return;
  // The focus returns to the zoom button, also if the picture was tapped.
  gallery.querySelector<HTMLElement>('[data-zoom]')?.focus({ preventScroll: true });
  if (row.childElementCount === 0) fill(dialog, row, strip);
  dialog.showModal();
  row.focus();
  show(row, Math.round(strip.scrollLeft / strip.clientWidth));
}

function fill(dialog: HTMLDialogElement, row: HTMLElement, strip: HTMLElement): void {
  for (const image of strip.querySelectorAll('img')) {
    const slide = document.createElement('li');
    slide.className = 'zoom-slide';
    const copy = image.cloneNode();
    if (copy instanceof HTMLImageElement) {
      copy.className = '';
      copy.sizes = 'min(100vw, 91vh)';
      // A lazy picture that waits for the viewport (layouts/before-paint.js) has its address in `data-src`.
      copy.src = copy.dataset['src'] ?? copy.src;
      delete copy.dataset['src'];
      slide.append(copy);
    }
    row.append(slide);
  }

  dialog.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    const step = event.target.closest<HTMLElement>('[data-zoom-step]');
    if (step) show(row, current(row) + Number(step.dataset['zoomStep']));
    else if (event.target.closest('[data-zoom-twice]')) toggleTwice(dialog, row);
    else if (event.target.closest('.zoom-slide')) toggleTwice(dialog, row, event);
  });
  dialog.addEventListener('keydown', (event) => {
    const step = arrowStep(event);
    if (step === 0 || isTwice(row)) return;
    event.preventDefault();
    show(row, current(row) + step);
  });
  // A mouse cannot drag a scroller: the picture follows the pointer instead.
  row.addEventListener('pointermove', ({ pointerType, clientX, clientY }) => {
    if (pointerType === 'mouse' && isTwice(row)) aim(row, clientX, clientY);
  });
  row.addEventListener('scroll', () => count(dialog, row), { passive: true });
  dialog.addEventListener('close', () => {
    if (isTwice(row)) toggleTwice(dialog, row);
    strip.scrollTo({ left: current(row) * strip.clientWidth });
  });
}

function current(row: HTMLElement): number {
  return row.clientWidth > 0 ? Math.round(row.scrollLeft / row.clientWidth) : shown;
}

/** The index of the picture last shown, because a closed dialog has no widths to compute it from. */
let shown = 0;

function show(row: HTMLElement, index: number): void {
  const slides = row.childElementCount;
  if (isTwice(row)) toggleTwice(row.closest('dialog'), row);
  shown = (index + slides) % slides;
  row.scrollTo({ left: shown * row.clientWidth });
}

function count(dialog: HTMLDialogElement, row: HTMLElement): void {
  shown = current(row);
  const counter = dialog.querySelector('[data-zoom-counter]');
  if (counter) counter.textContent = `${shown + 1} / ${row.childElementCount}`;
}

function isTwice(row: HTMLElement): boolean {
  return row.dataset['twice'] !== undefined;
}

/** Doubles the size around the tapped point, or resets it. The row does not scroll meanwhile. */
function toggleTwice(dialog: HTMLDialogElement | null, row: HTMLElement, at?: MouseEvent): void {
  const twice = !isTwice(row);
  const slide = row.children[current(row)];
  const image = slide?.querySelector('img');
  if (!(slide instanceof HTMLElement) || !image) return;
  if (twice) row.dataset['twice'] = '';
  else delete row.dataset['twice'];
  slide.dataset['twice'] = String(twice);
  slide.tabIndex = twice ? 0 : -1;
  image.sizes = twice ? '200vw' : 'min(100vw, 91vh)';
  const button = dialog?.querySelector('[data-zoom-twice]');
  if (button) button.ariaPressed = String(twice);
  if (twice) {
    slide.focus();
    aim(row, at?.clientX ?? innerWidth / 2, at?.clientY ?? innerHeight / 2);
  }
}

/** Scrolls the enlarged picture to the point under the pointer. */
function aim(row: HTMLElement, x: number, y: number): void {
  const slide = row.children[current(row)];
  if (!slide) return;
  const { left, top, width, height } = slide.getBoundingClientRect();
  slide.scrollTo({
    left: ((x - left) / width) * (slide.scrollWidth - slide.clientWidth),
    top: ((y - top) / height) * (slide.scrollHeight - slide.clientHeight),
  });
}
