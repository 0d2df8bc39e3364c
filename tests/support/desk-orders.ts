/** Orders as staff change them at the desk, without a browser. */
import { expect } from 'vitest';
import * as desk from '../../netlify/services/desk/orders.ts';
import { DeskRefused } from '../../netlify/services/desk/refusal.ts';
import type { Staff } from '../../src/domain/staff.ts';
import { parcel } from './placed-orders.ts';

export const owner = { email: 'asha@taana.example', role: 'owner' } as const;
export const packer = { email: 'ravi@taana.example', role: 'packer' } as const;

export const look = async (id: string, staff: Staff = owner) => (await desk.read(staff, { id })).order;

/** What a change names: the order, and the version that was seen. */
export const seenOf = async (id: string) => ({ id, seen: (await look(id)).version });

export const pack = async (id: string) => desk.pack(packer, await seenOf(id));

export const ship = async (id: string, staff: Staff = packer) =>
  desk.ship(staff, { ...(await seenOf(id)), ...parcel });

export async function refusedAs(work: Promise<unknown>): Promise<DeskRefused> {
  const error = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DeskRefused);
  return error as DeskRefused;
}
