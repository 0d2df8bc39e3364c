/** Resolves after the next frame is painted: what a tap shows comes first, the work that it starts after it. */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
