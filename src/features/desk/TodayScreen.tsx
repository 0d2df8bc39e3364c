import { deskPaths } from '../../contract/desk-paths.ts';
import { deskScreenMessages } from '../../contract/messages/desk-screen.ts';
import { DeskScreen } from './DeskScreen.tsx';

/** The first screen of the desk. */
export function TodayScreen() {
  return (
    <DeskScreen title={deskScreenMessages.places.today}>
      {({ email }) => (
        <p>
          <a className="link" href={deskPaths.staff}>
            {email}
          </a>
        </p>
      )}
    </DeskScreen>
  );
}
