import { useStore } from '@nanostores/react';
import { BusyButton } from '../../components/ui/BusyButton.tsx';
import { profileMessages } from '../../contract/messages/account.ts';
import { $isAskingLink, askForLink } from '../../stores/account/own-email.ts';

/** Shown until the email is confirmed. Messages on other pages link to it by its id. */
export function ConfirmOwnEmail() {
  const isAsking = useStore($isAskingLink);
  return (
    <div id="confirm-email" className="profile-choice mb-8">
      <p>{profileMessages.confirmOwn}</p>
      <BusyButton className="btn btn-secondary" isBusy={isAsking} onClick={() => void askForLink()}>
        {profileMessages.confirmAgain}
      </BusyButton>
    </div>
  );
}
