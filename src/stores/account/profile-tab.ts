import { atom } from 'nanostores';
import { paths } from '../../contract/paths.ts';

/** The tabs of the profile in their order (specification §2). */
export const profileTabs = ['profile', 'orders', 'addresses', 'notifications'] as const;
export type ProfileTab = (typeof profileTabs)[number];

/** The tab that is selected; null before the address has been read, which HTML made ahead cannot know. */
export const $profileTab = atom<ProfileTab | null>(null);

/** The address tells which tab is selected, also after Back. @returns a function that ends the watching. */
export function watchProfileTab(): () => void {
  const follow = () => $profileTab.set(tabFrom(location.search));
  follow();
  addEventListener('popstate', follow);
  return () => removeEventListener('popstate', follow);
}

/** Selects a tab and gives it the address, so that it can be shared and Back leads to the one before. */
export function selectProfileTab(tab: ProfileTab): void {
  if (tab === $profileTab.get()) return;
  history.pushState(null, '', paths.profileTab(tab));
  $profileTab.set(tab);
}

function tabFrom(search: string): ProfileTab {
  const asked = new URLSearchParams(search).get('tab');
  return profileTabs.find((tab) => tab === asked) ?? 'profile';
}
