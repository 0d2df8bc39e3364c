/** Instead of `netlify/identity/passwords`, where counters are the subject and real hashes would take most of the time. */
import type * as real from '../../netlify/identity/passwords.ts';

export const hashPassword: typeof real.hashPassword = async (password) => `hash of ${password}`;

export const verifyPassword: typeof real.verifyPassword = async (password, stored) => ({
  right: stored === `hash of ${password}`,
  outdated: false,
});
