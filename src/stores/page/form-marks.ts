/** What a form shows about attempts to send it. */
export interface FormMarks<Field extends string> {
  /** The message beside each invalid field. */
  problems: Partial<Record<Field, string>>;
  /** Why the last attempt failed. */
  message: string | null;
  /** Counts attempts that marked a field, so that each one moves the focus to the first marked field. */
  markings: number;
}

export const unmarked = { problems: {}, message: null, markings: 0 };

/** The form after an attempt that failed, by the shop's own rules or by the server's answer. */
export function marked<Form extends FormMarks<string>>(
  form: Form,
  problems: Form['problems'],
  message: string | null = null,
): Form {
  return { ...form, problems, message, markings: form.markings + (hasProblems(problems) ? 1 : 0) };
}

export function hasProblems(problems: object): boolean {
  return Object.keys(problems).length > 0;
}

/** The problems of a form after the shopper edited these fields. */
export function withoutProblems<Problems extends object>(
  problems: Problems,
  ...fields: readonly (keyof Problems)[]
): Problems {
  const others = { ...problems };
  for (const field of fields) delete others[field];
  return others;
}

/** The messages of a refusal for these fields of a form; the form cannot show the others. */
export function markedIn<Field extends string>(
  fields: readonly Field[],
  refused: Record<string, string> = {},
): Partial<Record<Field, string>> {
  const problems: Partial<Record<Field, string>> = {};
  for (const field of fields) {
    const sentence = refused[field];
    if (sentence !== undefined) problems[field] = sentence;
  }
  return problems;
}
