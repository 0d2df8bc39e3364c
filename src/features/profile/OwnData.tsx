import { useStore } from '@nanostores/react';
import { BusyButton } from '../../components/ui/BusyButton.tsx';
import { profileMessages } from '../../contract/messages/account.ts';
import { $isExporting, exportData, openDeletion } from '../../stores/account/export-and-deletion.ts';
import { signOut } from '../../stores/session/sign-out.ts';
import { DeleteAccount } from './DeleteAccount.tsx';

/** Log out, and the shopper's rights over the data that the shop keeps. */
export function OwnData({ hasPassword }: { hasPassword: boolean }) {
  const isExporting = useStore($isExporting);
  return (
    <>
      <p className="mt-10">
        <button type="button" className="btn btn-secondary max-xs:w-full" onClick={() => void signOut()}>
          Log out
        </button>
      </p>
      <section aria-labelledby="own-data" className="mt-14">
        <h2 id="own-data" className="display text-3xl">
          Your data
        </h2>
        <ul className="border-ink mt-4 border-t">
          <li className="profile-choice">
            <p>{profileMessages.exportText}</p>
            <BusyButton className="btn btn-secondary" isBusy={isExporting} onClick={() => void exportData()}>
              Download my data
            </BusyButton>
          </li>
          <li className="profile-choice">
            <p>{profileMessages.deleteText}</p>
            <button
              type="button"
              className="btn btn-danger-quiet"
              aria-haspopup="dialog"
              onClick={openDeletion}
            >
              Delete my account
            </button>
          </li>
        </ul>
      </section>
      <DeleteAccount hasPassword={hasPassword} />
    </>
  );
}
