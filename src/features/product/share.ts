import { shareMessages } from '../../contract/messages/share.ts';
import { showToast } from '../../stores/page/toasts.ts';

/** What the buttons of the share menu do: the phone's own sheet, the link, or the name and the link. */
export async function share({ dataset, ownerDocument }: HTMLElement): Promise<void> {
  const { shareAddress = '', shareName = '' } =
    ownerDocument.querySelector<HTMLElement>('#share')?.dataset ?? {};
  // The address as this shopper reached the shop, without whatever followed it.
  const url = new URL(shareAddress, ownerDocument.location.origin).href;
  ownerDocument.querySelector<HTMLElement>('#share')?.hidePopover();
  if (dataset['share'] === 'sheet') {
    // Closing the sheet without a choice counts as a failure there; to a shopper it is none.
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
