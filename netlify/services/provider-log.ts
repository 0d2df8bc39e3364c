/** The shop's own order id and the provider's words: neither says who the shopper is. */
export function logProvider(orderId: string, { name, message }: Error): void {
  console.error(JSON.stringify({ level: 'error', order: orderId, error: name, message }));
}
