import { useEffect, useState } from 'react';
import { deskScreenMessages as says } from '../../contract/messages/desk.ts';

function useNetwork(): boolean {
  const [isThere, setThere] = useState(true);
  useEffect(() => {
    const look = () => setThere(navigator.onLine);
    look();
    addEventListener('online', look);
    addEventListener('offline', look);
    return () => {
      removeEventListener('online', look);
      removeEventListener('offline', look);
    };
  }, []);
  return isThere;
}

/** Says that the device has no network, while it has none. */
export function NetworkNotice({ className = '' }: { className?: string }) {
  const isThere = useNetwork();
  return (
    <div role="status" className={className}>
      {!isThere && <p className="desk-notice">{says.offline}</p>}
    </div>
  );
}

/** The sentence of a failed call. Once the network is back, the sentence says that instead. */
export function useProblemText(): (text: string) => string {
  const isThere = useNetwork();
  return (text) => (text === says.offline && isThere ? says.networkIsBack : text);
}

/** Why a change was not saved. */
export function CallProblem({ text }: { text: string }) {
  const textOf = useProblemText();
  return (
    <p role="alert" className="field-error whitespace-pre-line">
      {textOf(text)}
    </p>
  );
}
