/** The page of an order's invoice; apart from `paths`, which every page loads. */
export const invoicePath = (orderId: string) => `/invoice?orderId=${orderId}`;
