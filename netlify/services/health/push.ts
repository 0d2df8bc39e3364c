/** Checks the keys of push notifications. */
import { pushKeysOf, WrongPushKeys } from '../../push/vapid.ts';
import { brand } from '../../../src/domain/config.ts';
import { type Check, ok, placeOf, red, unseen } from './finding.ts';

const keys: Check = {
  name: 'Notifications of the desk',
  look: async (shop) => {
    const { settings } = shop;
    if (!settings['DESK_STAFF']) return ok('nobody is on the staff list, so there is no desk');
    try {
      const found = pushKeysOf(settings, settings['OWNER_EMAIL'] || brand.support.email);
      if (found) return ok(`its keys fit each other; push services write to ${found.subject}`);
    } catch (error) {
      if (!(error instanceof WrongPushKeys)) throw error;
      return red(
        error.message,
        'Set both keys as "npm run shop -- desk push-keys" printed them; with new ones every device must be added again.',
      );
    }
    return unseen(
      `${placeOf(shop)} has no keys, so it tells no device`,
      'Set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY (npm run shop -- desk push-keys), on Netlify as well, if staff should get notifications.',
    );
  },
};

export const pushChecks: readonly Check[] = [keys];
