import { addToCart } from '../../stores/cart/cart-changes.ts';
import type { ListedProduct } from '../../stores/catalogue/catalogue.ts';
import { sizeInStock } from '../../components/shop/wish-card.ts';

/** The wishlist's Add to Cart takes the first size in stock; its code loads with the tap. */
export function addFromWishlist(product: ListedProduct): void {
  addToCart(product.id, sizeInStock(product));
}
