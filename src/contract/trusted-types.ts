/** The one policy that a page of the shop may make: what it lets through is in client/trusted-texts. */
export const trustedTypesPolicy = 'shop';
