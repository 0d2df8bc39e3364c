import Swiper from 'swiper';
import { Autoplay, EffectCards } from 'swiper/modules';
import cardsStyle from 'swiper/css/effect-cards?inline';
import sliderStyle from 'swiper/css?inline';
import { shop } from '../../domain/config.ts';
import { withTail } from './picture-suffix.ts';

/**
 * Turns a card's picture into an auto-playing stack: delay 3000 ms, slide shadows, and after the last picture the first
 * (rewind, because Swiper supports either `loop` or `rewind`). The first picture is the page's own image, moved, so
 * that nothing changes on screen until the first slide leaves.
 */
export function stackPictures(picture: HTMLElement): Swiper | null {
  const image = picture.querySelector('img');
  const href = picture.closest('.card')?.querySelector<HTMLAnchorElement>('.card-link')?.href;
  const own = new URL(image?.src ?? '', location.href).searchParams.get('url') ?? '';
  const others = picture.dataset['morePictures']?.split(' ').map((tail) => withTail(own, tail)) ?? [];
  if (!image || !href || others.length === 0) return null;

  const stack = document.createElement('a');
  stack.className = 'swiper card-stack';
  stack.href = href;
  // The keyboard stops at the link on the product's name; this one is for touch on the picture.
  stack.tabIndex = -1;
  const wrapper = document.createElement('div');
  wrapper.className = 'swiper-wrapper';
  image.before(stack);
  stack.append(wrapper);
  wrapper.append(...[image, ...others.map((src) => sibling(image, src))].map(slide));

  const { speedMs, touchThresholdPx, longSwipeMs, longSwipeRatio } = shop.slider;
  const swiper = new Swiper(stack, {
    modules: [Autoplay, EffectCards],
    effect: 'cards',
    cardsEffect: { slideShadows: true },
    grabCursor: true,
    // A click must reach the link and focus it: the page transition finds the moving picture by that.
    touchStartPreventDefault: false,
    rewind: true,
    autoplay: { delay: shop.cardSliderDelayMs, disableOnInteraction: false, pauseOnMouseEnter: true },
    speed: speedMs,
    threshold: touchThresholdPx,
    longSwipesMs: longSwipeMs,
    longSwipesRatio: longSwipeRatio,
  });
  // A mouse on the card shows the next picture now, which stays as long as the mouse does.
  if (matchMedia('(hover: hover) and (pointer: fine)').matches) {
    picture.addEventListener('mouseenter', () => swiper.slideNext());
  }
  return swiper;
}

// Adopted here, so that the slider's styles load with its code and not with every page. They rank above the shop's
// layers, so the rule that lifts the stack over the card's link comes after them. Swiper rounds a slide's width up, and
// half a pixel more would make the first picture a new largest contentful paint.
const ownStyle = '.card-stack{z-index:2}.card-stack .swiper-slide{width:100%!important}';
const style = new CSSStyleSheet();
style.replaceSync(`${sliderStyle}${cardsStyle}${ownStyle}`);
document.adoptedStyleSheets.push(style);

function slide(image: HTMLImageElement): HTMLElement {
  const element = document.createElement('div');
  element.className = 'swiper-slide';
  element.append(image);
  return element;
}

/** The next picture of the same product, in the same widths. The first one's alt text describes the stack. */
function sibling(image: HTMLImageElement, src: string): HTMLImageElement {
  const other = image.cloneNode() as HTMLImageElement;
  const address = (text: string) => text.replaceAll(/url=[^&\s]+/g, `url=${encodeURIComponent(src)}`);
  other.alt = '';
  other.loading = 'lazy';
  other.removeAttribute('fetchpriority');
  // layouts/before-paint.js sets the widths when it is in view.
  other.removeAttribute('srcset');
  other.src = address(image.src);
  return other;
}
