import type { CustomPreviewTemplateProps } from '@sveltia/cms';

/** The fields of the open entry, as its file would have them, unchecked. */
export function fieldsOf({ entry }: Pick<CustomPreviewTemplateProps, 'entry'>): Record<string, unknown> {
  const data = entry.get('data') as unknown;
  const plain =
    typeof data === 'object' && data !== null && 'toJS' in data
      ? (data.toJS as () => unknown).call(data)
      : data;
  return withoutEmpty(plain) as Record<string, unknown>;
}

/** Removes empty fields, which the file omits, and the editor's own markers on list entries. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([name, field]) => !name.startsWith('__sc_') && field !== '' && field !== null && field !== undefined,
      )
      .map(([name, field]) => [name, withoutEmpty(field)]),
  );
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Its file name without the ending; empty for a new entry. */
export const nameOf = (entry: CustomPreviewTemplateProps['entry']): string => textOf(entry.get('slug'));
