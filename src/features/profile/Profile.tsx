import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { loadAddresses } from '../../stores/address/addresses.ts';
import { loadNotifications } from '../../stores/account/notifications.ts';
import { loadPastOrders } from '../../stores/orders/order-history.ts';
import { loadProfile } from '../../stores/account/profile.ts';
import {
  $profileTab,
  type ProfileTab,
  selectProfileTab,
  watchProfileTab,
} from '../../stores/account/profile-tab.ts';
import { $token, $userEmail } from '../../stores/session/session.ts';
import { Addresses } from './Addresses.tsx';
import { Details } from './Details.tsx';
import { Loading } from './Loading.tsx';
import { Notifications } from './Notifications.tsx';
import { PastOrders } from './PastOrders.tsx';
import { panelId, tabId, Tabs } from './Tabs.tsx';

const load: Record<ProfileTab, () => Promise<void>> = {
  profile: loadProfile,
  orders: loadPastOrders,
  addresses: loadAddresses,
  notifications: loadNotifications,
};

const panels: Record<ProfileTab, () => React.ReactNode> = {
  profile: Details,
  orders: PastOrders,
  addresses: Addresses,
  notifications: Notifications,
};

/** The account page: four tabs, each of which reloads its content when it is selected. */
export function Profile() {
  const tab = useStore($profileTab, { ssr: 'initial' });
  const token = useStore($token, { ssr: () => undefined });
  const email = useStore($userEmail, { ssr: () => undefined });

  useEffect(() => watchProfileTab(), []);
  useEffect(() => {
    // If another shopper logs in in another tab, this loads their data.
    if (tab && token) void load[tab]();
  }, [tab, token]);

  const select = (wanted: ProfileTab) => {
    if (wanted === tab) {
      void load[wanted]();
      return;
    }
    selectProfileTab(wanted);
    // Scrolls to the top, as a new page would; the side menu can be used from any scroll position.
    scrollTo({ top: 0 });
  };
  const Panel = tab && token ? panels[tab] : null;
  return (
    <>
      <p className="written text-muted min-h-6 truncate">{email}</p>
      <div className="grid gap-x-16 gap-y-8 pt-4 lg:grid-cols-[15rem_minmax(0,48rem)] lg:pt-10">
        <Tabs selected={tab} onSelect={select} />
        {tab ? (
          <section
            key={tab}
            role="tabpanel"
            id={panelId(tab)}
            aria-labelledby={tabId(tab)}
            className="min-w-0"
          >
            {Panel ? <Panel /> : <Loading rows={4} />}
          </section>
        ) : (
          <Loading rows={4} />
        )}
      </div>
    </>
  );
}
