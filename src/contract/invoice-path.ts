/** The page of an order's invoice; apart from `paths`, which every page loads. */
export const invoicePage = '/invoice';

export const invoicePath = (orderId: string) => `${invoicePage}?orderId=${orderId}`;
