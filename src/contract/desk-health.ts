import { ownerAlone } from '../domain/staff.ts';
import type { Success } from './calls/call.ts';

/** The calls of the desk about the health of the shop; a part of contract/desk. */
export const healthRoutes = {
  'health.list': { roles: ownerAlone },
  /** Does one check now. */
  'health.look': { roles: ownerAlone },
} as const;

/** `unseen`: this place cannot check it; the advice says where it can be checked. */
export interface Finding {
  state: 'ok' | 'red' | 'unseen';
  seen: string;
  /** What the owner should do. */
  advice?: string;
}

export interface HealthReplies {
  'health.list': Success & { groups: { name: string; checks: string[] }[] };
  'health.look': Success & { finding: Finding };
}
