import { persistentAtom } from '@nanostores/persistent';
import { storageKeys } from '../../domain/config-every-page.ts';

export type Theme = 'light' | 'dark';

/** The theme that this browser remembers; light until a shopper says otherwise (specification §1). */
export const $theme = persistentAtom<Theme>(storageKeys.theme, 'light', {
  encode: (theme) => theme,
  decode: (text) => (text === 'dark' ? 'dark' : 'light'),
});

export function toggleTheme(): void {
  $theme.set($theme.get() === 'dark' ? 'light' : 'dark');
}
