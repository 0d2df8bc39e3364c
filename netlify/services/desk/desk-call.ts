import type { Staff } from '../../../src/domain/staff.ts';
import type { StaffSession } from '../../storage/staff-sessions.ts';

/** What a verb of the desk may know besides staff and body. */
export interface DeskCall {
  /** Null without a session, for calls that are open to signed-out visitors. */
  session: StaffSession | null;
  staff: Staff | null;
  /** The User-Agent header. */
  agent: string;
  /** Gives the browser the cookie of a session; null takes it away. */
  keep: (session: { token: string; endsAt: number } | null) => void;
  /** Runs work after the response, such as sending emails. */
  after: (work: () => Promise<void>) => void;
}

/** The signature of a verb. `staff` has an open session and a role that may make this call. */
export type DeskVerb<Body, Reply> = (staff: Staff, body: Body, call: DeskCall) => Promise<Reply>;

/** The signature of a verb that needs no session, or only that of a link. */
export type OpenDeskVerb<Body, Reply> = (body: Body, call: DeskCall) => Promise<Reply>;
