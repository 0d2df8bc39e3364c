import { dayAndClock } from '../../../components/shop/date-formats.ts';
import type { WirePushDevice } from '../../../contract/desk-news.ts';
import { deskNewsMessages as says } from '../../../contract/messages/desk.ts';

interface Props {
  devices: readonly WirePushDevice[];
  isBusy: boolean;
  onStop: (id: string) => Promise<unknown>;
}

/** The devices that get notifications, each with a button that ends them. */
export function NewsDevices({ devices, isBusy, onStop }: Props) {
  return (
    <section className="panel" aria-labelledby="desk-devices">
      <h3 id="desk-devices" className="pb-2 font-semibold">
        {says.devices}
      </h3>
      {devices.length === 0 && <p className="text-muted">{says.noDevices}</p>}
      <ul>
        {devices.map(({ id, email, name, addedAt }) => (
          <li key={id} className="desk-row">
            <span>
              {name}
              <small className="text-muted block text-sm break-all">
                {email}, {says.since(dayAndClock.format(addedAt))}
              </small>
            </span>
            <button
              type="button"
              className="btn desk-small"
              aria-disabled={isBusy}
              aria-label={says.stopName(name, email)}
              onClick={() => void onStop(id)}
            >
              {says.stop}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
