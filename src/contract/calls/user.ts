import { z } from 'zod';
import {
  genders,
  isAcceptablePassword,
  isBirthday,
  passwordLength,
  type Profile,
} from '../../domain/user.ts';
import { DAY_MS, MINUTE_MS } from '../../domain/time-units.ts';
import { authMessages, profileMessages } from '../messages/account.ts';
import { fieldMessages } from '../messages/address.ts';
import type { CallRules, Success } from './call.ts';
import {
  email,
  limitedText,
  linkToken,
  nothing,
  optionalPhone,
  optionalPin,
  optionalText,
} from './fields.ts';

/** The profile in the API's field names; times are ms since 1970. */
export interface WireUser extends Profile {
  _id: string;
  createdAt: number;
  updatedAt: number;
  /** A new email that is not confirmed yet; null if there is none. */
  pendingEmail: string | null;
  /** False for an account with Google log-in only. */
  hasPassword: boolean;
  /** Whether the shopper has confirmed the email. */
  emailConfirmed: boolean;
}

export interface UserReplies {
  'user.register': Success & { token: string; email: string; message: string };
  'user.login': Success & { token: string; email: string; message: string };
  'user.logout': Success;
  'user.options': Success & { google: { clientId: string; scriptUrl: string } | null };
  /** `token` is the token of the session; in the body, it is Google's credential. */
  'user.google': Success & { token: string; user: { email: string }; message: string };
  'user.forgot': Success & { message: string };
  'user.reset': Success & { message: string };
  /** `email` is the account's new email. */
  'user.confirm-email': Success & { email: string; message: string };
  'user.confirm-again': Success & { message: string };
  'user.profile': Success & { user: WireUser };
  'user.save-profile': Success & { user: WireUser; message: string };
  'user.export': Success & { data: Record<string, unknown> };
  'user.delete': Success & { message: string };
}

const password = z
  .string(fieldMessages.password)
  .refine(isAcceptablePassword, authMessages.passwordLength)
  .meta({ minLength: passwordLength.min, maxLength: passwordLength.max });

const profile = z.object({
  name: limitedText('name', fieldMessages.name),
  email,
  phone: optionalPhone,
  address: optionalText(200),
  city: optionalText(80),
  state: optionalText(60),
  zipcode: optionalPin,
  country: optionalText(40),
  dateOfBirth: z
    .string()
    .max(10)
    .refine(
      (value) => value === '' || isBirthday(value, new Date().toISOString().slice(0, 10)),
      profileMessages.birthday,
    )
    .meta({ pattern: '^(?:[0-9]{4}-[0-9]{2}-[0-9]{2})?$' }),
  gender: z.enum(genders, profileMessages.gender),
} satisfies Record<keyof Profile, z.ZodType>);

const ofKnownDevice = { counts: 'known-devices', forgiven: true } as const;
const ofNewDevice = { counts: 'new-devices', forgiven: true } as const;

export const userCalls = {
  'user.register': {
    auth: 'none',
    openBeforeLaunch: true,
    summary: 'Makes an account and logs in.',
    body: z.object({ name: limitedText('name', fieldMessages.name), email, password }),
    refusals: ['taken'],
    limits: [
      { name: 'register', by: 'pair', limit: 10, windowMs: 60 * MINUTE_MS },
      { name: 'register', by: 'address', limit: 200, windowMs: 10 * MINUTE_MS },
    ],
  },
  'user.login': {
    auth: 'none',
    openBeforeLaunch: true,
    summary: 'Logs in.',
    body: z.object({
      email,
      password: z.string(fieldMessages.password).min(1, fieldMessages.password).max(1_000),
    }),
    refusals: ['unauthorised'],
    limits: [
      // A device that has logged in before has counters of its own, so nobody else can use them up.
      { name: 'login', by: 'device', limit: 10, windowMs: 15 * MINUTE_MS, ...ofKnownDevice },
      { name: 'login-day', by: 'device', limit: 50, windowMs: DAY_MS, ...ofKnownDevice },
      { name: 'login', by: 'pair', limit: 10, windowMs: 15 * MINUTE_MS, ...ofNewDevice },
      { name: 'login-day', by: 'pair', limit: 50, windowMs: DAY_MS, ...ofNewDevice },
      // Over all networks: a dictionary of 10,000 passwords takes 200 days. Known networks and devices are not counted.
      { name: 'login', by: 'email', limit: 50, windowMs: DAY_MS, counts: 'strangers', forgiven: 'lowered' },
      // If an address sends many invented emails, it is blocked for invented emails only.
      { name: 'login-nobody', by: 'address', limit: 300, windowMs: 10 * MINUTE_MS, counts: 'nobody' },
      {
        name: 'login',
        by: 'address',
        limit: 3_000,
        windowMs: 10 * MINUTE_MS,
        counts: 'strangers',
        forgiven: 'lowered',
      },
    ],
  },
  'user.logout': {
    auth: 'token',
    openBeforeLaunch: true,
    summary: 'Ends this session; others stay.',
    body: nothing,
    limits: [{ name: 'logout', by: 'account', limit: 100, windowMs: 10 * MINUTE_MS }],
  },
  'user.options': {
    method: 'GET',
    auth: 'none',
    openBeforeLaunch: true,
    summary: 'Log-in methods besides a password. `google` is null if no client id is set.',
    body: nothing,
  },
  'user.google': {
    auth: 'none',
    openBeforeLaunch: true,
    summary: 'Logs in with a Google credential; a new email gets an account.',
    body: z.object({ token: z.string(authMessages.googleFailed).min(1).max(8_000) }),
    refusals: ['unauthorised', 'taken'],
    limits: [{ name: 'google', by: 'address', limit: 3_000, windowMs: 10 * MINUTE_MS }],
  },
  'user.forgot': {
    auth: 'none',
    openBeforeLaunch: true,
    summary:
      'Emails a link to a new password if the email has an account. The reply is the same without one.',
    body: z.object({ email }),
    // Each call sends an email to somebody who may not have asked for it.
    limits: [
      { name: 'forgot', by: 'email', limit: 5, windowMs: 60 * MINUTE_MS },
      { name: 'forgot', by: 'address', limit: 200, windowMs: 10 * MINUTE_MS },
    ],
  },
  'user.reset': {
    auth: 'none',
    openBeforeLaunch: true,
    summary: 'Sets a new password by an emailed link and ends every session.',
    body: z.object({ token: linkToken, password }),
    // A link has 256 random bits; these limits protect against the CPU cost of a password hash.
    limits: [{ name: 'reset', by: 'address', limit: 200, windowMs: 10 * MINUTE_MS }],
  },
  'user.confirm-email': {
    auth: 'token',
    openBeforeLaunch: true,
    summary:
      'Confirms the email of the account, or its new email. Link and session must be of the same account.',
    body: z.object({ token: linkToken }),
    refusals: ['taken'],
    limits: [{ name: 'confirm-email', by: 'account', limit: 60, windowMs: 10 * MINUTE_MS }],
  },
  'user.confirm-again': {
    auth: 'token',
    openBeforeLaunch: true,
    summary: 'Emails another link that confirms the email of the account.',
    body: nothing,
    limits: [{ name: 'confirm-again', by: 'account', limit: 20, windowMs: 60 * MINUTE_MS }],
  },
  'user.profile': {
    method: 'GET',
    auth: 'token',
    openBeforeLaunch: true,
    summary: 'The profile.',
    body: nothing,
    limits: [{ name: 'profile', by: 'account', limit: 300, windowMs: 10 * MINUTE_MS }],
  },
  'user.save-profile': {
    method: 'PUT',
    path: '/api/user/profile',
    auth: 'token',
    openBeforeLaunch: true,
    summary: 'Saves the profile; a new email waits for its confirmation.',
    body: profile,
    refusals: ['taken'],
    limits: [
      { name: 'save-profile', by: 'account', limit: 30, windowMs: 60 * MINUTE_MS },
      // Counted only if the email differs from the shopper's own (services/profiles): each call sends an email to it.
      { name: 'new-email', by: 'email', limit: 30, windowMs: 60 * MINUTE_MS },
    ],
  },
  'user.export': {
    method: 'GET',
    auth: 'token',
    openBeforeLaunch: true,
    summary: 'All data that the shop stores about the shopper.',
    body: nothing,
    limits: [{ name: 'export', by: 'account', limit: 10, windowMs: 60 * MINUTE_MS }],
  },
  'user.delete': {
    auth: 'token',
    openBeforeLaunch: true,
    summary:
      'Deletes the account. The email is typed again; the password is empty for an account without one.',
    body: z.object({ email, password: z.string().max(1_000).default('') }),
    limits: [{ name: 'delete', by: 'account', limit: 10, windowMs: 60 * MINUTE_MS }],
  },
} as const satisfies Record<string, CallRules>;
