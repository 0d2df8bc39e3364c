import { useEffect, useState } from 'react';
import { readTab, writeTab } from '../../client/tab-storage.ts';

/**
 * A text that somebody types, kept in this tab until it is saved: a reload, a gone network or an ended session loses no
 * word. @param key unique for the field, such as `order:ID:note`
 * @returns the text, a setter, and what to call once it is saved
 */
export function useDraft(key: string): [text: string, type: (text: string) => void, saved: () => void] {
  const name = `taana-desk-draft:${key}`;
  const [text, setText] = useState('');
  useEffect(() => setText(readTab(name) ?? ''), [name]);
  const type = (typed: string) => {
    setText(typed);
    writeTab(name, typed === '' ? null : typed);
  };
  return [text, type, () => type('')];
}
