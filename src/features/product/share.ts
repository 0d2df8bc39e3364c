import { shareMessages } from '../../contract/messages/catalogue.ts';
import { showToast } from '../../stores/page/toasts.ts';

/** The buttons of the share menu: the phone's share sheet, the link, or the name and the link. */
export async function share({ dataset, ownerDocument }: HTMLElement): Promise<void> {
  const { shareAddress = '', shareName = '' } =
    ownerDocument.querySelector<HTMLElement>('#share')?.dataset ?? {};
  // Uses the shop's current origin, without query or fragment.
  const url = new URL(shareAddress, ownerDocument.location.origin).href;
  ownerDocument.querySelector<HTMLElement>('#share')?.hidePopover();
  if (dataset['share'] === 'sheet') {
    // Closing the share sheet rejects the promise; for a shopper that is not an error.
    await navigator.share({ title: shareName, url }).catch(() => undefined);
    return;
  }
  try {
    await navigator.clipboard.writeText(dataset['share'] === 'name' ? `${shareName} ${url}` : url);
    showToast('success', shareMessages.copied);
  } catch {
    showToast('info', shareMessages.copyYourself(url));
  }
}
