import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { authMessages } from '../../contract/messages/account.ts';
import { paths } from '../../contract/paths.ts';
import { $google, openGoogle } from '../../stores/session/google-sign-in.ts';

/**
 * Google's button, its consent sentence and the divider to the form below. The place is kept from the first paint;
 * without a button a sentence stands there.
 */
export function GoogleSignIn({ isHidden }: { isHidden: boolean }) {
  const { status, message } = useStore($google, { ssr: 'initial' });
  const place = useRef<HTMLDivElement>(null);
  const isOffered = status === 'offered' || status === 'ready';

  useEffect(() => (place.current ? openGoogle(place.current) : undefined), []);

  return (
    <div hidden={isHidden}>
      <div className="google-place">
        {status === 'missing' && <p className="text-muted self-center">{authMessages.withoutGoogle}</p>}
        <div className={`google-button ${status === 'offered' ? 'skeleton skeleton-late' : ''}`}>
          {/* Google fills this; React draws nothing in it. */}
          <div ref={place} className="flex w-full justify-center" hidden={status === 'missing'} />
        </div>
        {isOffered && (
          <>
            <p className="text-muted text-center text-sm">
              By continuing with Google you accept the{' '}
              <a className="link" href={paths.terms}>
                Terms &amp; Conditions
              </a>{' '}
              and the{' '}
              <a className="link" href={paths.privacy}>
                Privacy Policy
              </a>
              .
            </p>
            <p className="eyebrow before:border-line after:border-line flex items-center gap-4 before:flex-1 before:border-t after:flex-1 after:border-t">
              {authMessages.or}
            </p>
          </>
        )}
      </div>
      <p className="field-error pt-3 empty:hidden">{message}</p>
    </div>
  );
}
