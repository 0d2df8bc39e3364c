import { useEffect, useState } from 'react';
import { readTab, writeTab } from '../../client/tab-storage.ts';

/**
 * A text that somebody types, kept in this tab until it is saved: a reload, a gone network or an ended session loses no
 * word.
 * @param key unique for the field, such as `order:ID:note`
 * @param usual the text until somebody types; typing it again keeps nothing
 * @returns the text, a setter, and what to call once it is saved
 */
export function useDraft(
  key: string,
  usual = '',
): [text: string, type: (text: string) => void, saved: () => void] {
  const name = `taana-desk-draft:${key}`;
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => setTyped(readTab(name)), [name]);
  const type = (text: string) => {
    const kept = text === usual ? null : text;
    setTyped(kept);
    writeTab(name, kept);
  };
  return [typed ?? usual, type, () => type(usual)];
}
