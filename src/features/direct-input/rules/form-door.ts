import type { PublicDoor } from '../../../core/rate-limit/public-door.decorator.js';

/**
 * The door of the two routes of the page (direct-input 4.4). The limit of an address is the contract's.
 * The ceiling is what the edge lets one caller send; it holds back strangers, and no caller with a link.
 */
export const FORM_DOOR: PublicDoor = {
  name: 'direct-input',
  perAddress: [{ limit: 60, seconds: 60 }],
  ceiling: { limit: 1200, seconds: 60 },
  sparesKnown: true,
};

/**
 * The requests of one session while strangers have reached the ceiling: twice as many as it may send in
 * all, as a page asks again.
 */
export const SESSION_WINDOW = { limit: 30, seconds: 60 } as const;
