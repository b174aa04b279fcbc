import type { PublicDoor } from '../../../core/rate-limit/public-door.decorator.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Requests for challenges. An office with one address opens the page a few times a minute. A
 * challenge costs the service 3 ms of a core, so the ceiling is a tenth of one.
 */
export const CHALLENGE_DOOR: PublicDoor = {
  name: 'demo-challenge',
  perAddress: [{ limit: 30, seconds: MINUTE }],
  ceiling: { limit: 1800, seconds: MINUTE },
};

/**
 * Requests for calls, including refused ones. A person corrects a number a few times a minute. The
 * ceiling is five requests a second: a deployment has fewer slots for calls.
 */
export const DIAL_ME_DOOR: PublicDoor = {
  name: 'demo-dial-me',
  perAddress: [{ limit: 20, seconds: MINUTE }],
  ceiling: { limit: 300, seconds: MINUTE },
};

/** How often a call may be requested for a telephone, and from an address (demo 4.1). */
export const PHONE_WINDOWS = [
  { limit: 5, seconds: HOUR },
  { limit: 10, seconds: DAY },
];
export const ADDRESS_WINDOWS = [{ limit: 10, seconds: DAY }];

/** Limits the cost of a demo: its calls in a day, for all people together (demo 4.4). */
export const callsDoor = (callsPerDay: number): PublicDoor => ({
  name: 'demo-calls',
  perAddress: [],
  ceiling: { limit: callsPerDay, seconds: DAY },
});
