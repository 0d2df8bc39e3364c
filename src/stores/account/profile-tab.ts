import { atom } from 'nanostores';
import { paths } from '../../contract/paths.ts';

/** The tabs of the profile in screen order. */
export const profileTabs = ['profile', 'orders', 'addresses', 'notifications'] as const;
export type ProfileTab = (typeof profileTabs)[number];

/** The selected tab; null until the address is read, which prerendered HTML cannot do. */
export const $profileTab = atom<ProfileTab | null>(null);

/**
 * Follows the tab in the address, also after Back.
 * @returns a function that stops this
 */
export function watchProfileTab(): () => void {
  const follow = () => $profileTab.set(tabFrom(location.search));
  follow();
  addEventListener('popstate', follow);
  return () => removeEventListener('popstate', follow);
}

/** Selects a tab and writes it into the address, so that it can be shared and Back opens the previous tab. */
export function selectProfileTab(tab: ProfileTab): void {
  if (tab === $profileTab.get()) return;
  history.pushState(null, '', paths.profileTab(tab));
  $profileTab.set(tab);
}

function tabFrom(search: string): ProfileTab {
  const asked = new URLSearchParams(search).get('tab');
  return profileTabs.find((tab) => tab === asked) ?? 'profile';
}
