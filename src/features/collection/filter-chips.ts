import { type Filter, noFilter, sorts } from '../../domain/catalogue.ts';
import { formatPrice } from '../../domain/money.ts';
import { $listing, applyFilter } from '../../stores/catalogue/listing.ts';

interface Chip {
  text: string;
  without: Filter;
}

/** Draws the active filters above the grid; a chip removes itself. */
export function renderChips(list: HTMLElement): void {
  $listing.subscribe(({ filter, search }) => {
    const chips = search === '' ? chipsOf(filter) : [];
    list.hidden = chips.length === 0;
    list.replaceChildren(...chips.map(draw));
  });
}

function chipsOf(filter: Filter): Chip[] {
  const chips: Chip[] = [
    ...filter.types.map((type) => ({
      text: type,
      without: { ...filter, types: filter.types.filter((other) => other !== type) },
    })),
    ...filter.sizes.map((size) => ({
      text: `Size ${size}`,
      without: { ...filter, sizes: filter.sizes.filter((other) => other !== size) },
    })),
  ];
  const { minPricePaise, maxPricePaise } = noFilter;
  if (filter.minPricePaise > minPricePaise || filter.maxPricePaise < maxPricePaise) {
    chips.push({
      text: `${formatPrice(filter.minPricePaise)} – ${formatPrice(filter.maxPricePaise)}`,
      without: { ...filter, minPricePaise, maxPricePaise },
    });
  }
  const sort = sorts.find(({ id }) => id === filter.sort);
  if (sort) chips.push({ text: sort.label, without: { ...filter, sort: '' } });
  return chips;
}

function draw({ text, without }: Chip): HTMLElement {
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'chip';
  button.textContent = text;
  button.ariaLabel = `Remove ${text}`;
  button.onclick = () => {
    const list = item.parentElement;
    applyFilter(without);
    // The focused button was removed: the focus moves to the next chip, or to the filter button.
    (list?.querySelector('button') ?? document.querySelector<HTMLElement>('[data-open-filter]'))?.focus();
  };
  item.append(button);
  return item;
}
