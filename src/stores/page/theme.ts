import { persistentAtom } from '@nanostores/persistent';
import { storageKeys } from '../../domain/config.ts';

export type Theme = 'light' | 'dark';

export const $theme = persistentAtom<Theme>(storageKeys.theme, 'light', {
  encode: (theme) => theme,
  decode: (text) => (text === 'dark' ? 'dark' : 'light'),
});

export function toggleTheme(): void {
  $theme.set($theme.get() === 'dark' ? 'light' : 'dark');
}
