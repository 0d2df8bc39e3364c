import { appendScript } from './load-script.ts';

/** What Google's script tells about One Tap, of what this shop listens to. Which of it there is depends on the browser. */
interface PromptMoment {
  isSkippedMoment?: () => boolean;
  isDismissedMoment?: () => boolean;
  getDismissedReason?: () => string;
}

/** Google Identity Services, as far as this shop uses it. */
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

/** `scriptUrl`: where Google's script is, or the stand-in's of a local shop. */
export interface GoogleOffer {
  clientId: string;
  scriptUrl: string;
}

export interface GoogleButton {
  /** Draws the button into the place, as wide as it; again after a change of theme or width. */
  draw: (place: HTMLElement, theme: 'light' | 'dark') => void;
  /** Offers One Tap. @param dismissed told when the shopper did not want it */
  offerOneTap: (dismissed: () => void) => void;
  /** Takes One Tap away without counting that as the shopper's wish. */
  cancelOneTap: () => void;
}

const SCRIPT_MS = 20_000;
/** The width that Google draws at most, in px. */
const WIDEST = 400;

/**
 * Loads Google's script and its client. Never throws.
 * @param onCredential called for the button and for One Tap alike, as often as Google likes
 * @returns null where the script is blocked or is no such script
 */
export async function loadGoogle(
  { clientId, scriptUrl }: GoogleOffer,
  onCredential: (credential: unknown) => void,
): Promise<GoogleButton | null> {
  if (!window.google?.accounts?.id && !(await appendScript(scriptUrl, SCRIPT_MS))) return null;
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

/** One Tap also ends because it was used, or because this page took it away. */
function isUnwanted({ getDismissedReason }: PromptMoment): boolean {
  const reason = getDismissedReason?.();
  return reason !== 'credential_returned' && reason !== 'cancel_called';
}
