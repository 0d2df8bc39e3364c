/** The page of an order's invoice. It is not in `paths`, because every page loads those. */
export const invoicePage = '/invoice';

export const invoicePath = (orderId: string) => `${invoicePage}?orderId=${orderId}`;
