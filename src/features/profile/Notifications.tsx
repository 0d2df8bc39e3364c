import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { BusyButton } from '../../components/ui/BusyButton.tsx';
import { UnbrokenCodes } from '../../components/ui/UnbrokenCodes.tsx';
import { dayAndClock } from '../../components/shop/date-formats.ts';
import { EmptyState } from '../../components/shop/EmptyState.tsx';
import { Problem } from '../../components/shop/Problem.tsx';
import { notificationMessages } from '../../contract/messages/account.ts';
import { paths } from '../../contract/paths.ts';
import type { WireNotification } from '../../contract/calls/notification.ts';
import {
  $marking,
  $notifications,
  $notificationsProblem,
  $notificationsStatus,
  loadNotifications,
  markAllAsRead,
  markAsRead,
} from '../../stores/account/notifications.ts';
import { Loading } from './Loading.tsx';

/** The Notifications tab, newest first. */
export function Notifications() {
  const notifications = useStore($notifications);
  const status = useStore($notificationsStatus);
  const problem = useStore($notificationsProblem);
  const marking = useStore($marking);
  const title = useRef<HTMLHeadingElement>(null);
  /** The "all" button has the focus and is about to be removed. */
  const isPressed = useRef(false);
  const unread = notifications.filter(({ read }) => !read);
  const hasSeveral = unread.length > 1;
  const isFirst = notifications.length === 0 && (status === 'loading' || status === 'idle');

  useEffect(() => {
    if (hasSeveral || !isPressed.current) return;
    title.current?.focus();
    isPressed.current = false;
  }, [hasSeveral]);

  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 ref={title} tabIndex={-1} className="profile-title display">
          Notifications
        </h2>
        {hasSeveral && (
          <BusyButton
            className="link mb-4 min-h-11 font-semibold"
            isBusy={unread.every(({ _id }) => marking.includes(_id))}
            onClick={(event) => {
              isPressed.current = document.activeElement === event.currentTarget;
              void markAllAsRead();
            }}
          >
            {notificationMessages.markAllAsRead}
          </BusyButton>
        )}
      </div>
      <Problem text={problem} onRetry={loadNotifications} />
      {isFirst && problem === null && <Loading rows={4} />}
      {notifications.length > 0 && (
        <ul className="border-ink border-t" aria-busy={status === 'loading'}>
          {notifications.map((notification) => (
            <Line key={notification._id} notification={notification} />
          ))}
        </ul>
      )}
      {notifications.length === 0 && status === 'ready' && (
        <EmptyState drawing="needle" text={notificationMessages.none}>
          <a className="btn btn-secondary" href={paths.collection}>
            See the collection
          </a>
        </EmptyState>
      )}
    </>
  );
}

function Line({ notification }: { notification: WireNotification }) {
  const { _id: id, type, message, read, createdAt } = notification;
  const isBusy = useStore($marking).includes(id);
  const line = useRef<HTMLLIElement>(null);
  /** The pressed button has the focus and is about to be removed. */
  const isPressed = useRef(false);

  useEffect(() => {
    if (read && isPressed.current) line.current?.focus();
    if (read) isPressed.current = false;
  }, [read]);

  return (
    <li
      ref={line}
      tabIndex={-1}
      className={`border-line flex flex-col gap-1 border-b py-4 ${read ? '' : 'border-l-accent bg-surface border-l-4 px-4'}`}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={`notification-${id}`} className="font-semibold">
          {type.charAt(0).toUpperCase() + type.slice(1)}
          {!read && <span className="visually-hidden">, unread</span>}
        </h3>
        <p className="text-muted text-sm tabular-nums">
          <time dateTime={new Date(createdAt).toISOString()}>{dayAndClock.format(createdAt)}</time>
        </p>
      </div>
      <p id={`notification-text-${id}`}>
        <UnbrokenCodes text={message} />
      </p>
      {!read && (
        <BusyButton
          className="link min-h-11 self-start font-semibold"
          isBusy={isBusy}
          aria-describedby={`notification-text-${id}`}
          onClick={(event) => {
            isPressed.current = document.activeElement === event.currentTarget;
            void markAsRead(id);
          }}
        >
          {notificationMessages.markAsRead}
        </BusyButton>
      )}
    </li>
  );
}
