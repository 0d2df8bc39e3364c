/** The only Trusted Types policy of the shop's pages; client/trusted-texts defines it. */
export const trustedTypesPolicy = 'shop';
