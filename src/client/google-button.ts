import { appendScript } from './load-script.ts';

/** The parts of Google's One Tap notification that this shop uses. The browser decides which of them exist. */
interface PromptMoment {
  isSkippedMoment?: () => boolean;
  isDismissedMoment?: () => boolean;
  getDismissedReason?: () => string;
}

/** The parts of Google Identity Services that this shop uses. */
interface GoogleIdentity {
  initialize: (settings: {
    client_id: string;
    callback: (answer: { credential?: unknown }) => void;
    context: 'signin';
    ux_mode: 'popup';
    auto_select: false;
    cancel_on_tap_outside: true;
    use_fedcm_for_prompt: true;
  }) => void;
  renderButton: (
    place: HTMLElement,
    look: {
      type: 'standard';
      theme: 'outline' | 'filled_black';
      size: 'large';
      text: 'continue_with';
      shape: 'rectangular';
      logo_alignment: 'center';
      width: number;
      locale: string;
    },
  ) => void;
  prompt: (listener: (moment: PromptMoment) => void) => void;
  cancel: () => void;
}

declare global {
  interface Window {
    google?: { accounts?: { id?: GoogleIdentity } };
  }
}

/** `scriptUrl`: the address of Google's script, or of the local simulator's. */
export interface GoogleOffer {
  clientId: string;
  scriptUrl: string;
}

export interface GoogleButton {
  /** Draws the button into the element, at its full width; call again after a change of theme or width. */
  draw: (place: HTMLElement, theme: 'light' | 'dark') => void;
  /**
   * Offers One Tap.
   * @param dismissed called when the shopper declines it
   */
  offerOneTap: (dismissed: () => void) => void;
  /** Closes One Tap without counting it as declined by the shopper. */
  cancelOneTap: () => void;
}

const SCRIPT_TIMEOUT_MS = 20_000;
/** The largest width that Google draws, in px. */
const WIDEST = 400;

/**
 * Loads Google's script and its client. Never throws.
 * @param onCredential called for the button and for One Tap, possibly more than once
 * @returns null if the script is blocked or does not define the client
 */
export async function loadGoogle(
  { clientId, scriptUrl }: GoogleOffer,
  onCredential: (credential: unknown) => void,
): Promise<GoogleButton | null> {
  if (!window.google?.accounts?.id && !(await appendScript(scriptUrl, SCRIPT_TIMEOUT_MS))) return null;
  const google = window.google?.accounts?.id;
  if (!google) return null;
  try {
    google.initialize({
      client_id: clientId,
      callback: ({ credential }) => onCredential(credential),
      context: 'signin',
      ux_mode: 'popup',
      auto_select: false,
      cancel_on_tap_outside: true,
      use_fedcm_for_prompt: true,
    });
  } catch {
    return null;
  }

  return {
    draw(place, theme) {
      place.replaceChildren();
      google.renderButton(place, {
        type: 'standard',
        theme: theme === 'dark' ? 'filled_black' : 'outline',
        size: 'large',
        text: 'continue_with',
        shape: 'rectangular',
        logo_alignment: 'center',
        width: Math.min(WIDEST, Math.floor(place.clientWidth)),
        locale: 'en',
      });
    },
    offerOneTap(dismissed) {
      google.prompt((moment) => {
        if (moment.isSkippedMoment?.() || (moment.isDismissedMoment?.() && isUnwanted(moment))) dismissed();
      });
    },
    cancelOneTap: () => google.cancel(),
  };
}

/** One Tap also ends because it was used, or because this page closed it. */
function isUnwanted({ getDismissedReason }: PromptMoment): boolean {
  const reason = getDismissedReason?.();
  return reason !== 'credential_returned' && reason !== 'cancel_called';
}
