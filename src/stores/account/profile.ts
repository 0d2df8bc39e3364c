import { atom, computed } from 'nanostores';
import { fieldMessages, phoneSentence, tooLongMessages } from '../../contract/messages/field.ts';
import { profileMessages } from '../../contract/messages/profile.ts';
import type { WireUser } from '../../contract/routes.ts';
import type { Profile } from '../../domain/user.ts';
import { phoneProblem } from '../../domain/phone.ts';
import { type Gender, genders, isBirthday, isEmail, normaliseEmail } from '../../domain/user.ts';
import { isTooLong } from '../../domain/text-limits.ts';
import { accountCall, markedIn, sentenceOf } from './account-call.ts';
import { draftOf, forgetDraft, keepDraft } from '../page/form-draft.ts';
import { phoneAfter } from '../address/address-fields.ts';
import { $userEmail } from '../session/session.ts';
import { accountResource } from './account-resource.ts';
import { showToast } from '../page/toasts.ts';

/** What the Profile tab edits (specification §2). The rest of the profile is sent as it was loaded. */
export type ProfileValues = Pick<Profile, 'name' | 'email' | 'phone' | 'dateOfBirth' | 'gender'>;
export type ProfileField = keyof ProfileValues;

/** Read-only, then editing, then read-only again (specification §4). */
export interface ProfileForm {
  isEditing: boolean;
  isSaving: boolean;
  values: ProfileValues;
  /** The sentence beside each wrong field. */
  problems: Partial<Record<ProfileField, string>>;
  /** Why the last try to save failed. */
  message: string | null;
  /** Counts the tries that marked a field, so that each moves the focus to the first one. */
  markings: number;
}

const blank: ProfileValues = { name: '', email: '', phone: '', dateOfBirth: '', gender: '' };
const fields = Object.keys(blank) as readonly ProfileField[];
const DRAFT_KEY = 'taana-profile';

const nobody: WireUser | null = null;
const own = accountResource<WireUser | null>(
  nobody,
  async () => {
    const answer = await accountCall('user.profile', undefined);
    return answer.success ? { success: true, value: answer.user } : answer;
  },
  profileMessages.fetchFailed,
);

/** The profile as the server has it; null until it is loaded, and for anybody else. */
export const $profile = own.$value;
export const $profileStatus = own.$status;
/** Why the last try to load it failed. */
export const $profileProblem = own.$problem;

const closed = { isEditing: false, isSaving: false, problems: {}, message: null, markings: 0 };
const $editing = atom<(ProfileForm & { owner: string }) | null>(null);

/** The form as it stands on the screen: what is being edited, else what was loaded. */
export const $profileForm = computed([$editing, $profile], (editing, user): ProfileForm => {
  if (user && editing?.owner === user._id) return editing;
  return { ...closed, values: user ? valuesOf(user) : blank };
});

/** Reads the profile; what this tab remembers as typed is taken up again. */
export async function loadProfile(): Promise<void> {
  await own.load();
  const user = $profile.get();
  if (!user || $profileStatus.get() !== 'ready') return;
  // A new e-mail may have been confirmed from another device.
  if ($userEmail.get() !== user.email) $userEmail.set(user.email);
  if ($editing.get()?.owner === user._id) return;
  const draft = draftOf(DRAFT_KEY, user._id, valuesOf(user));
  if (draft) $editing.set({ ...closed, isEditing: true, values: draft, owner: user._id });
}

/** The shopper's id; asks quietly where the profile is not loaded yet, and is undefined where that does not help. */
export async function knownUserId(): Promise<string | undefined> {
  const user = $profile.get();
  if (user) return user._id;
  const answer = await accountCall('user.profile', undefined);
  if (!answer.success) return undefined;
  own.put(answer.user);
  return answer.user._id;
}

/**
 * Edit. A new e-mail that waits for its confirmation stands in its field: the present one there would end the waiting,
 * and somebody who changes their name means nothing by it.
 */
export function editProfile(): void {
  const user = $profile.get();
  if (!user) return;
  const values = { ...valuesOf(user), email: user.pendingEmail ?? user.email };
  $editing.set({ ...closed, isEditing: true, values, owner: user._id });
}

/** Takes what was typed or chosen, as the field keeps it; a field that is being corrected loses its mark. */
export function typeProfile(field: ProfileField, text: string): void {
  const editing = $editing.get();
  if (!editing || editing.isSaving) return;
  const values = { ...editing.values };
  if (field === 'gender') values.gender = genderFrom(text);
  else values[field] = field === 'phone' ? phoneAfter(values.phone, text) : text;
  const problems = { ...editing.problems };
  delete problems[field];
  $editing.set({ ...editing, values, problems });
  keepDraft(DRAFT_KEY, editing.owner, values);
}

/** Back to the loaded values (specification §2, Cancel). */
export function cancelProfile(): void {
  $editing.set(null);
  forgetDraft(DRAFT_KEY);
}

/**
 * Save Changes. A refusal or a lost network leaves the form open with everything that was typed.
 * @param isDateUnfinished the date field holds something that is no day yet, which only the control knows
 */
export async function saveProfile(isDateUnfinished = false): Promise<void> {
  const editing = $editing.get();
  const user = $profile.get();
  if (!editing || !user || editing.isSaving) return;
  const { owner, values } = editing;
  const problems = problemsOf(values, isDateUnfinished);
  if (Object.keys(problems).length > 0) {
    $editing.set({ ...editing, problems, message: null, markings: editing.markings + 1 });
    return;
  }

  $editing.set({ ...editing, isSaving: true, problems: {}, message: null });
  const { address, city, state, zipcode, country } = user;
  const answer = await accountCall('user.save-profile', {
    ...{ ...values, name: values.name.trim(), email: normaliseEmail(values.email) },
    ...{ address, city, state, zipcode, country },
  });
  if ($editing.get()?.owner !== owner) return;

  if (answer.success) {
    own.put(answer.user);
    cancelProfile();
    showToast('success', profileMessages.updated);
    const { pendingEmail } = answer.user;
    // Each time anew: the link of the letter before has ended.
    if (pendingEmail) showToast('info', profileMessages.confirmSent(pendingEmail));
    return;
  }
  const message = sentenceOf(answer, profileMessages.updateFailed);
  const marked = markedIn(fields, 'fields' in answer ? answer.fields : undefined);
  const markings = editing.markings + (Object.keys(marked).length > 0 ? 1 : 0);
  $editing.set({ ...editing, isSaving: false, problems: marked, message, markings });
  if (message !== null) showToast('error', message);
}

/** The rules of the controls (specification §5: input types alone), because browsers tell them in words of their own. */
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

function genderFrom(text: string): Gender {
  return genders.find((gender) => gender === text) ?? '';
}
