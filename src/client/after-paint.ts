/** Resolves after the next frame is painted, so that the screen responds to a tap before the work for it starts. */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
