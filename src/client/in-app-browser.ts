/** Browsers inside apps that name themselves, whatever else they say. */
const named = /\b(?:Instagram|FBAN|FBAV|FB_IAB|Line|Snapchat)\b/;
/** Android's own name for a page inside an app. */
const androidView = /; wv\)/;
/** On Apple's devices every browser says Safari, and a page inside an app does not. */
const appleView = /\b(?:iPhone|iPad|iPod|Macintosh)\b.*AppleWebKit(?!.*\b(?:Safari|Chrome|Chromium)\b)/;

/**
 * Whether a page inside an app shows the shop. Such a page opens no windows and forgets functions when a bank's app comes
 * to the front, so a payment has to come back by an address.
 */
export function isInAppBrowser(userAgent: string): boolean {
  return named.test(userAgent) || androidView.test(userAgent) || appleView.test(userAgent);
}
