/**
 * The picture of a shared link: 1200 × 630, one per product, one per text, one for the shop.
 * src/integrations/share-cards draws those that pages name.
 */
export const cardSize = { width: 1200, height: 630 } as const;

export const shopCard = '/cards/shop.jpg';
export const productCard = (productId: string) => `/cards/product/${productId}.jpg`;
export const textCard = (pageId: string) => `/cards/text/${pageId}.jpg`;
