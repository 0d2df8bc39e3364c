/** Adds previous, next, arrow keys, the counter and the marked thumbnail to the native scroll-snap carousel. */
export function activateGallery(gallery: HTMLElement): void {
  const row = gallery.querySelector<HTMLElement>('.gallery-row');
  if (!row) return;
  const slides = [...row.children];
  const counter = gallery.querySelector('[data-gallery-counter]');
  const thumbnails = [...gallery.querySelectorAll('[data-gallery-picture]')];
  let current = 0;

  const show = (index: number) => {
    const wanted = (index + slides.length) % slides.length;
    row.scrollTo({ left: wanted * row.clientWidth });
    mark(wanted);
  };
  const mark = (index: number) => {
    current = index;
    if (counter) counter.textContent = `${index + 1} / ${slides.length}`;
    thumbnails.forEach((thumbnail, at) => {
      thumbnail.ariaCurrent = at === index ? 'true' : null;
    });
  };

  gallery.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    const step = event.target.closest<HTMLElement>('[data-gallery-step]');
    if (step) show(current + Number(step.dataset['galleryStep']));
    const thumbnail = event.target.closest<HTMLElement>('[data-gallery-picture]');
    if (!thumbnail) return;
    // The link would also scroll the page to the picture and add a history entry.
    event.preventDefault();
    show(Number(thumbnail.dataset['galleryPicture']));
  });
  gallery.addEventListener('keydown', (event) => {
    const step = arrowStep(event);
    if (step === 0) return;
    event.preventDefault();
    show(current + step);
  });

  const watcher = new IntersectionObserver(
    (entries) => {
      // Uses the row's current position: a step may have been taken after the entries were recorded.
      if (entries.some(({ isIntersecting }) => isIntersecting) && row.clientWidth > 0) {
        mark(Math.round(row.scrollLeft / row.clientWidth));
      }
    },
    { root: row, threshold: 0.6 },
  );
  for (const slide of slides) watcher.observe(slide);
}

/** Where a key leads among pictures: one back, one on, or nowhere. Alt and an arrow is the browser's Back. */
export function arrowStep({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): -1 | 0 | 1 {
  if (altKey || ctrlKey || metaKey) return 0;
  return key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
}
