/** A day such as `23 Nov`, short enough for a line of a phone. */
export const shortDay = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  timeZone: 'Asia/Kolkata',
});
