import { useCallback, useEffect, useRef, useState } from 'react';
import { deskCall } from '../../../client/desk-api.ts';
import type { Finding, HealthReplies } from '../../../contract/desk-health.ts';
import { deskHealthMessages as says } from '../../../contract/messages/desk-lists-and-shop.ts';

export type Groups = HealthReplies['health.list']['groups'];
/** By the name of the check; none for one that was not looked at yet. */
export type Findings = Readonly<Record<string, Finding>>;

/** How many checks run at once. More would slow each other down, and some of them measure time. */
const AT_ONCE = 2;

/** The names of all checks come first, then one finding after the other. */
export function useHealth() {
  const [groups, setGroups] = useState<Groups | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [findings, setFindings] = useState<Findings>({});
  /** The number of the newest run; earlier runs stop. */
  const run = useRef(0);

  const look = useCallback(async (checks: readonly string[]) => {
    setFindings((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !checks.includes(name))));
    const own = run.current;
    const left = [...checks];
    const work = async () => {
      for (let check = left.shift(); check !== undefined && own === run.current; check = left.shift()) {
        const name = check;
        const answer = await deskCall('health.look', { check: name });
        const finding: Finding = answer.success
          ? answer.finding
          : { state: 'red', seen: answer.message, advice: says.noAnswerAdvice };
        if (own === run.current) setFindings((now) => ({ ...now, [name]: finding }));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }, []);

  const load = useCallback(async () => {
    run.current += 1;
    const own = run.current;
    const answer = await deskCall('health.list');
    if (own !== run.current) return;
    setFailure(answer.success ? null : answer.message);
    if (!answer.success) return;
    setGroups(answer.groups);
    await look(answer.groups.flatMap(({ checks }) => checks));
  }, [look]);

  useEffect(() => {
    void load();
    return () => {
      run.current += 1;
    };
  }, [load]);

  return { groups, failure, findings, load, look };
}
