import { addToCart } from '../../stores/cart-changes.ts';
import type { ListedProduct } from '../../stores/catalogue.ts';
import { sizeInStock } from './wish-card.ts';

/** The wishlist's Add to Cart takes the first size in stock; its code comes with the tap. */
export function addFromWishlist(product: ListedProduct): void {
  addToCart(product.id, sizeInStock(product));
}
