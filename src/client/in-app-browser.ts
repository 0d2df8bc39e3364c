/** In-app browsers that name themselves in the user agent. */
const named = /\b(?:Instagram|FBAN|FBAV|FB_IAB|Line|Snapchat)\b/;
/** Android's own mark of a web view. */
const androidView = /; wv\)/;
/** Every browser on Apple's devices says Safari, and a web view does not. */
const appleView = /\b(?:iPhone|iPad|iPod|Macintosh)\b.*AppleWebKit(?!.*\b(?:Safari|Chrome|Chromium)\b)/;

/**
 * Whether the shop is open in an in-app browser. It opens no windows and loses script state when a bank's app comes to
 * the front, so a payment has to return through an address.
 */
export function isInAppBrowser(userAgent: string): boolean {
  return named.test(userAgent) || androidView.test(userAgent) || appleView.test(userAgent);
}
