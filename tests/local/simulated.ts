/** Simulators for one test, and the settings under which the shop's own clients of the official SDKs reach them. */
import { vi } from 'vitest';
import type { SimulatorOptions, Simulators } from '../../local/simulators/controls.ts';
import { openSimulators } from '../../local/simulators/open-simulators.ts';

export const SHOP = 'http://localhost:8888';

export async function simulated(more: Partial<SimulatorOptions> = {}): Promise<Simulators> {
  const deliver = async () => new Response('ok');
  const simulators = await openSimulators({ shopAddress: () => SHOP, deliver, ...more });
  for (const [name, value] of Object.entries(simulators.settings)) vi.stubEnv(name, value);
  return simulators;
}

/** What a provider's SDK throws. */
export const refusal = async <Refusal>(work: Promise<unknown>): Promise<Refusal> =>
  work.then(
    () => {
      throw new Error('It was not refused');
    },
    (reason: unknown) => reason as Refusal,
  );
