import { collectionMessages } from '../../contract/messages/catalogue.ts';
import { pictureAddress } from '../../contract/pictures.ts';
import { $listing, $results, searchWithin, type Results } from '../../stores/catalogue/listing.ts';

/** The smallest width of Picture.astro: a card has often fetched the same URL. */
const WIDTH_PX = 360;

/**
 * Below the search field while somebody types: the types that match, each with a picture and a count. A tap narrows the
 * search to one type. If nothing matches, the rail of all types above the field is the way on.
 */
export function activateSuggestions(panel: HTMLElement): void {
  const kinds = listIn(panel, collectionMessages.kindsFound);

  const pictures = new Map<string, string>();
  let drawn = '';
  $results.listen((results) => {
    if (results.state !== 'shown') return;
    const { search, filter } = $listing.get();
    const found = search === '' ? [] : Object.entries(results.kinds ?? {}).sort(([, a], [, b]) => b - a);
    kinds.hidden = found.length < 2;
    const wanted = JSON.stringify(found);
    if (drawn !== wanted) {
      drawn = wanted;
      notePictures(pictures, results);
      kinds.replaceChildren(
        ...found.map(([kind, count]) => itemOf(suggestion(kind, count, pictures.get(kind)))),
      );
    }
    for (const button of kinds.querySelectorAll('button')) {
      button.ariaPressed = String(filter.types.includes(button.value));
    }
  });
}

function notePictures(pictures: Map<string, string>, { cards }: Results & { state: 'shown' }): void {
  pictures.clear();
  for (const card of cards) {
    if (typeof card === 'string' || pictures.has(card.subCategory)) continue;
    const [first] = card.image;
    if (first) pictures.set(card.subCategory, first);
  }
}

function listIn(panel: HTMLElement, label: string): HTMLUListElement {
  const list = document.createElement('ul');
  list.className = 'suggestions type-rail';
  list.role = 'list';
  list.ariaLabel = label;
  list.hidden = true;
  panel.append(list);
  return list;
}

function itemOf(content: Node): HTMLLIElement {
  const item = document.createElement('li');
  item.append(content);
  return item;
}

function suggestion(kind: string, count: number, picture: string | undefined): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.value = kind;
  button.onclick = () => searchWithin(kind);
  if (picture !== undefined) {
    const image = document.createElement('img');
    image.src = pictureAddress(picture, WIDTH_PX);
    image.alt = '';
    image.width = 40;
    image.height = 44;
    button.append(image);
  }
  const number = document.createElement('small');
  number.textContent = String(count);
  button.append(kind, ' ', number);
  return button;
}
