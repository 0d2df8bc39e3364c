import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { profileMessages } from '../../contract/messages/account.ts';
import { type ProfileTab, profileTabs } from '../../stores/account/profile-tab.ts';
import { $unread } from '../../stores/account/unread.ts';

interface Props {
  /** Null before the URL has been read. */
  selected: ProfileTab | null;
  onSelect: (tab: ProfileTab) => void;
}

/** From this width on the tabs are a side menu (profile.css). */
const SIDE = '(min-width: 64rem)';

/**
 * The tabs: a bar on top, or a side menu on wide screens. Arrow keys, Home and End move the focus; Enter, Space or a
 * tap selects, because selecting loads.
 */
export function Tabs({ selected, onSelect }: Props) {
  const unread = Number(useStore($unread, { ssr: () => undefined }) ?? 0);
  const [isMenu, setMenu] = useState(false);
  const bar = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const room = matchMedia(SIDE);
    const follow = () => setMenu(room.matches);
    follow();
    room.addEventListener('change', follow);
    return () => room.removeEventListener('change', follow);
  }, []);

  const move = (event: KeyboardEvent) => {
    const tabs = [...(bar.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
    const at = tabs.indexOf(document.activeElement as HTMLElement);
    const to = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: -1,
    }[event.key];
    if (to === undefined || at === -1) return;
    event.preventDefault();
    tabs.at(to % tabs.length)?.focus();
  };

  return (
    <div
      ref={bar}
      role="tablist"
      aria-label="My profile"
      aria-orientation={isMenu ? 'vertical' : 'horizontal'}
      className="profile-tabs"
      onKeyDown={move}
    >
      {profileTabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={tabId(tab)}
          aria-selected={tab === selected}
          aria-controls={tab === selected ? panelId(tab) : undefined}
          tabIndex={tab === (selected ?? 'profile') ? 0 : -1}
          className="profile-tab"
          onClick={() => onSelect(tab)}
        >
          {profileMessages.tabs[tab]}
          {tab === 'notifications' && unread > 0 && (
            <span className="profile-unread">
              {unread > 99 ? '99+' : unread} <span className="visually-hidden">{profileMessages.unread}</span>
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

export function tabId(tab: ProfileTab): string {
  return `tab-${tab}`;
}

export function panelId(tab: ProfileTab): string {
  return `panel-${tab}`;
}
