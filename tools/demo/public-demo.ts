import { SINGLE_CALL_WAITS_MS } from '#app/features/dispatch/single-calls/single-dispatch.service.js';
import { zoneToCallBy } from '#app/features/demo/rules/calling-time.policy.js';
import { SHOWCASE_PROJECT_ID, SHOWCASE_TENANT } from './calls/showcase-call.ts';

/**
 * Numbers that regulators reserve for fiction, in countries whose calling hours together cover most
 * hours of a week. The last digit decides how the sandbox answers each call.
 */
const FICTITIOUS = [
  { country: 'AU', number: '+61491570110' },
  { country: 'GB', number: '+442079460130' },
  { country: 'US', number: '+12025550140' },
] as const;

/** Settings of the public demo, which calls for the project that newcomers open first. */
export const PUBLIC_DEMO = {
  DEMO_PROJECT: `${SHOWCASE_TENANT.clientId}/${SHOWCASE_TENANT.dataEnv}/${SHOWCASE_PROJECT_ID}`,
  DEMO_COUNTRIES: [...FICTITIOUS.map(({ country }) => country), 'NZ'].join(','),
  DEMO_CONSENT_TEXT:
    'I ask Acme Dental to call me once, now, at this number. I know that a computer speaks with me, and that I can end the call at any time.',
} as const;

const STEP_MS = 15 * 60_000;
const WEEK_MS = 7 * 24 * 60 * 60_000;

/**
 * The number that the demo calls next, and the earliest time: at some hours it calls no country.
 */
export function numberToTry(now: Date): { readonly number: string; readonly from: Date } {
  for (let atMs = now.getTime(); atMs < now.getTime() + WEEK_MS; atMs += STEP_MS) {
    // After the first moment on the quarter of an hour, when calling hours begin.
    const from = new Date(atMs === now.getTime() ? atMs : Math.floor(atMs / STEP_MS) * STEP_MS);
    const open = FICTITIOUS.find(({ country }) => zoneToCallBy(country, from, SINGLE_CALL_WAITS_MS) !== null);
    if (open) return { number: open.number, from };
  }
  throw new Error('No country of the demo can be called within a week.');
}
