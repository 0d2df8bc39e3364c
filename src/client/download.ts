/** Hands a text to the shopper as a file of their downloads. */
export function downloadText(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it up by the next turn, or it keeps the page's memory for ever.
  setTimeout(() => URL.revokeObjectURL(address));
}
