/** Saves a text as a file in the shopper's downloads. */
export function downloadText(name: string, text: string, type: string): void {
  downloadFile(name, new Blob([text], { type }));
}

export function downloadFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has started the download by the next task. Without this, the page keeps the memory for ever.
  setTimeout(() => URL.revokeObjectURL(address));
}
