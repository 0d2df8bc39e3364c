/** Messages about the session. */
export const sessionMessages = {
  loggedOut: 'Logged out',
  required: 'Please log in to continue.',
  expired: 'Your session has ended. Please log in again.',
} as const;
