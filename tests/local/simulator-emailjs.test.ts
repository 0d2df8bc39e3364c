import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Simulators } from '../../local/simulators/controls.ts';
import { SHOP, simulated } from './simulated.ts';

const SEND = `${SHOP}/__emailjs/api/v1.0/email/send-form`;

let now: number;
let simulators: Simulators;

beforeEach(async () => {
  now = Date.UTC(2026, 10, 21, 11, 33);
  simulators = await simulated({ providers: ['emailjs'], now: () => now });
});

afterEach(() => simulators.stop());

const setting = (name: string) => simulators.settings[name] ?? '';
const own = {
  user_email: 'asha@example.com',
  user_name: 'Waitlist User',
  message: 'Please notify me when the site is live.',
  time: '21 November 2026 at 5:03 pm',
};
const whole = () => ({
  ...own,
  service_id: setting('EMAILJS_SERVICE_ID'),
  template_id: setting('EMAILJS_TEMPLATE_ID'),
  user_id: setting('EMAILJS_PUBLIC_KEY'),
});

async function ask(request: Request) {
  const response = await simulators.serve(request);
  return { status: response?.status, text: (await response?.text()) ?? '' };
}

function send(fields: Record<string, string>, headers: Record<string, string> = { Origin: SHOP }) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return ask(new Request(SEND, { method: 'POST', headers, body }));
}

test('a complete form is accepted and listed', async () => {
  expect(await send(whole())).toEqual({ status: 200, text: 'OK' });
  expect(simulators.emailjs.forms()).toEqual([{ at: '2026-11-21T11:33:00.000Z', fields: own }]);
  const page = await ask(new Request(`${SHOP}/__emailjs`));
  expect(page.text).toContain('<td>asha@example.com</td>');
  expect(JSON.parse((await ask(new Request(`${SHOP}/__emailjs.json`))).text)).toEqual(
    simulators.emailjs.forms(),
  );
});

test.each([
  [{ user_id: '' }, 400, 'The user_id parameter is required'],
  [{ service_id: '' }, 400, 'The service_id parameter is required'],
  [{ template_id: '' }, 400, 'The template_id parameter is required'],
  [{ user_id: 'another' }, 404, 'Account not found'],
  [{ service_id: 'another' }, 400, 'The service ID not found'],
  [{ template_id: 'another' }, 400, 'The template ID not found'],
  [{ time: '' }, 400, 'The form has no time'],
  [{ user_name: '', message: '' }, 400, 'The form has no user_name, message'],
  [{ token: 'secret' }, 400, 'The template has no place for token'],
  [{ user_email: 'asha' }, 422, 'The recipients address is corrupted'],
  [{ message: 'x'.repeat(60_000) }, 413, 'Variables size limit'],
])('a form with %j is refused', async (wrong, status, text) => {
  const answer = await send({ ...whole(), ...wrong });
  expect([answer.status, answer.text]).toEqual([status, text]);
  expect(simulators.emailjs.forms()).toEqual([]);
});

test('requests without a browser’s headers or a form are refused', async () => {
  expect(await send(whole(), {})).toEqual({
    status: 403,
    text: 'API calls are disabled for non-browser applications',
  });
  const json = JSON.stringify(whole());
  const headers = { Origin: SHOP, 'Content-Type': 'application/json' };
  expect(await ask(new Request(SEND, { method: 'POST', headers, body: json }))).toMatchObject({
    status: 400,
  });
  expect(await ask(new Request(SEND))).toMatchObject({ status: 405 });
});

test('it accepts one form a second', async () => {
  await send(whole());
  expect(await send(whole())).toEqual({ status: 429, text: 'Too Many Requests' });
  now += 1_000;
  expect((await send(whole())).status).toBe(200);
});
