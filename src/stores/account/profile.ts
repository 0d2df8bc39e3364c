import { atom, computed } from 'nanostores';
import { fieldMessages, phoneSentence, tooLongMessages } from '../../contract/messages/address.ts';
import { profileMessages } from '../../contract/messages/account.ts';
import type { WireUser } from '../../contract/calls/user.ts';
import { type Profile, genders, isBirthday, isEmail, normaliseEmail } from '../../domain/user.ts';
import { phoneFromInput, phoneProblem } from '../../domain/phone.ts';
import { isTooLong } from '../../domain/text-limits.ts';
import { accountCall, sentenceOf } from './account-call.ts';
import { draftOf, forgetDraft, keepDraft } from '../page/form-draft.ts';
import {
  type FormMarks,
  hasProblems,
  marked,
  markedIn,
  unmarked,
  withoutProblems,
} from '../page/form-marks.ts';
import { $userEmail } from '../session/session.ts';
import { accountResource } from './account-resource.ts';
import { showToast } from '../page/toasts.ts';

/** The fields that the Profile tab edits. The other fields are sent as they were loaded. */
export type ProfileValues = Pick<Profile, 'name' | 'email' | 'phone' | 'dateOfBirth' | 'gender'>;
export type ProfileField = keyof ProfileValues;

/** Read-only, then editing, then read-only again. */
export interface ProfileForm extends FormMarks<ProfileField> {
  isEditing: boolean;
  isSaving: boolean;
  values: ProfileValues;
}

const blank: ProfileValues = { name: '', email: '', phone: '', dateOfBirth: '', gender: '' };
const fields = Object.keys(blank) as readonly ProfileField[];
const DRAFT_KEY = 'taana-profile';

const own = accountResource<WireUser | null>(
  null,
  async () => {
    const answer = await accountCall('user.profile', undefined);
    return answer.success ? { success: true, value: answer.user } : answer;
  },
  profileMessages.fetchFailed,
);

/** The profile from the server; null until it is loaded, and for visitors. */
export const $profile = own.$value;
export const $profileStatus = own.$status;
export const $profileProblem = own.$problem;

const closed = { isEditing: false, isSaving: false, ...unmarked };
const $editing = atom<(ProfileForm & { owner: string }) | null>(null);

/** The form on the screen: the edited values, else the loaded ones. */
export const $profileForm = computed([$editing, $profile], (editing, user): ProfileForm => {
  if (user && editing?.owner === user._id) return editing;
  return { ...closed, values: user ? valuesOf(user) : blank };
});

/** Loads the profile and restores the draft of this tab. */
export async function loadProfile(): Promise<void> {
  await own.load();
  const user = $profile.get();
  if (!user || $profileStatus.get() !== 'ready') return;
  // A new email may have been confirmed on another device.
  if ($userEmail.get() !== user.email) $userEmail.set(user.email);
  if ($editing.get()?.owner === user._id) return;
  const draft = draftOf(DRAFT_KEY, user._id, valuesOf(user));
  if (draft) $editing.set({ ...closed, isEditing: true, values: draft, owner: user._id });
}

/** The shopper's id. Loads the profile without messages if necessary; undefined if that fails. */
export async function knownUserId(): Promise<string | undefined> {
  const user = $profile.get();
  if (user) return user._id;
  const answer = await accountCall('user.profile', undefined);
  if (!answer.success) return undefined;
  own.put(answer.user);
  return answer.user._id;
}

/**
 * Starts editing. A new email that awaits confirmation is in the email field: sending the present email would cancel
 * the change, and a shopper who edits only the name does not want that.
 */
export function editProfile(): void {
  const user = $profile.get();
  if (!user) return;
  const values = { ...valuesOf(user), email: user.pendingEmail ?? user.email };
  $editing.set({ ...closed, isEditing: true, values, owner: user._id });
}

/** Stores typed or chosen text, normalised for its field, and removes the field's error. */
export function typeProfile(field: ProfileField, text: string): void {
  const editing = $editing.get();
  if (!editing || editing.isSaving) return;
  const values = { ...editing.values };
  if (field === 'gender') values.gender = genders.find((gender) => gender === text) ?? '';
  else values[field] = field === 'phone' ? phoneFromInput(text) : text;
  $editing.set({ ...editing, values, problems: withoutProblems(editing.problems, field) });
  keepDraft(DRAFT_KEY, editing.owner, values);
}

/** Cancel: restores the loaded values. */
export function cancelProfile(): void {
  $editing.set(null);
  forgetDraft(DRAFT_KEY);
}

/**
 * Save Changes. After a refusal or a network failure the form stays open with its values.
 * @param isDateUnfinished the date field holds an incomplete date, which only the control knows
 */
export async function saveProfile(isDateUnfinished = false): Promise<void> {
  const editing = $editing.get();
  const user = $profile.get();
  if (!editing || !user || editing.isSaving) return;
  const { owner, values } = editing;
  const problems = problemsOf(values, isDateUnfinished);
  if (hasProblems(problems)) return $editing.set(marked(editing, problems));

  $editing.set({ ...editing, isSaving: true, problems: {}, message: null });
  const { address, city, state, zipcode, country } = user;
  const answer = await accountCall('user.save-profile', {
    ...values,
    name: values.name.trim(),
    email: normaliseEmail(values.email),
    address,
    city,
    state,
    zipcode,
    country,
  });
  if ($editing.get()?.owner !== owner) return;

  if (answer.success) {
    own.put(answer.user);
    cancelProfile();
    showToast('success', profileMessages.updated);
    const { pendingEmail } = answer.user;
    // After every save, because a new link ends the previous one.
    if (pendingEmail) showToast('info', profileMessages.confirmSent(pendingEmail));
    return;
  }
  const message = sentenceOf(answer, profileMessages.updateFailed);
  $editing.set(marked(editing, markedIn(fields, answer.fields), message));
  if (message !== null) showToast('error', message);
}

/** Repeats the rules of the input types, because browsers show them in their own words. */
function problemsOf(
  { name, email, phone, dateOfBirth }: ProfileValues,
  isDateUnfinished: boolean,
): ProfileForm['problems'] {
  const problems: ProfileForm['problems'] = {};
  if (isTooLong('name', name)) problems.name = tooLongMessages.name;
  if (!isEmail(email)) problems.email = fieldMessages.email;
  const wrongPhone = phone === '' ? null : phoneProblem(phone);
  if (wrongPhone) problems.phone = phoneSentence(wrongPhone);
  const today = new Date().toISOString().slice(0, 10);
  if (isDateUnfinished || (dateOfBirth !== '' && !isBirthday(dateOfBirth, today)))
    problems.dateOfBirth = profileMessages.birthday;
  return problems;
}

function valuesOf({ name, email, phone, dateOfBirth, gender }: WireUser): ProfileValues {
  return { name, email, phone, dateOfBirth, gender };
}
