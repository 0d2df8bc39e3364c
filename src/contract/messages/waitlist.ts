/** The texts of the coming-soon page and the values of its form. */
export const waitlistMessages = {
  line: 'A new era of fashion is loading...',
  placeholder: 'Enter email to join the waitlist',
  button: 'Notify Me',
  sending: 'Loading...',
  joined: 'You’ve been added to the waitlist!',
  failed: 'Something went wrong. Please try again.',
  follow: 'Meanwhile, follow us on socials',
  userName: 'Waitlist User',
  request: 'Please notify me when the site is live.',
} as const;

/** Further texts of the page. */
export const waitlistPageMessages = {
  email: 'Your email',
  consent: 'One email on the day we open, then we take you off the list. See our',
} as const;
