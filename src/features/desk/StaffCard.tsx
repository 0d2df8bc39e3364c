import type { WireStaff } from '../../contract/desk.ts';
import { deskStaffMessages as says } from '../../contract/messages/desk.ts';
import { dayAndClock } from '../../components/shop/date-formats.ts';
import { AskFirst } from './AskFirst.tsx';

interface Props {
  staff: WireStaff;
  isBusy: boolean;
  onRemove: (passkeyId: string) => Promise<void>;
  onEnd: (sessionId: string) => Promise<void>;
}

/** One staff member with passkeys and open sessions. */
export function StaffCard({ staff: { email, role, passkeys, sessions }, isBusy, onRemove, onEnd }: Props) {
  return (
    <section className="panel flex flex-col gap-4" aria-label={email}>
      <header>
        <h2 className="text-lg font-semibold break-all">{email}</h2>
        <p className="text-muted">{role === null ? says.left : says.roles[role]}</p>
      </header>
      <div>
        <h3 className="pb-1 text-sm font-semibold">{says.passkeys}</h3>
        {passkeys.length === 0 && <p className="text-muted">{says.noPasskeys}</p>}
        <ul>
          {passkeys.map(({ id, name, usedAt }) => (
            <li key={id} className="desk-row">
              <span>
                {name}
                <small className="text-muted block text-sm">{says.used(dayAndClock.format(usedAt))}</small>
              </span>
              <AskFirst
                label={says.remove}
                name={says.removeName(name, email)}
                className="btn desk-small"
                question={says.removeSure}
                no={says.removeNo}
                yes={says.removeYes}
                isBusy={isBusy}
                act={() => onRemove(id)}
              />
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h3 className="pb-1 text-sm font-semibold">{says.sessions}</h3>
        {sessions.length === 0 && <p className="text-muted">{says.noSessions}</p>}
        <ul>
          {sessions.map(({ id, device, openedAt, isThis }) => (
            <li key={id} className="desk-row">
              <span>
                {device}
                <small className="text-muted block text-sm">
                  {isThis ? says.thisOne : says.since(dayAndClock.format(openedAt))}
                </small>
              </span>
              {!isThis && (
                <button
                  type="button"
                  className="btn desk-small"
                  aria-disabled={isBusy}
                  aria-label={says.endName(device, email)}
                  onClick={() => void onEnd(id)}
                >
                  {says.end}
                </button>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
