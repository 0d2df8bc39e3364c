/** Logs the shop's order id and the provider's message: neither identifies the shopper. */
export function logProvider(orderId: string, { name, message }: Error): void {
  console.error(JSON.stringify({ level: 'error', order: orderId, error: name, message }));
}
