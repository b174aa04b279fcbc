import type { PublicDoor } from '../../../core/rate-limit/public-door.decorator.js';

/**
 * The limits of the two routes of the page (direct-input 4.4). The limit per address is the
 * contract's. The ceiling is the edge's limit for one caller; it applies to strangers and not to
 * callers with a link.
 */
export const FORM_DOOR: PublicDoor = {
  name: 'direct-input',
  perAddress: [{ limit: 60, seconds: 60 }],
  ceiling: { limit: 1200, seconds: 60 },
  sparesKnown: true,
};

/**
 * The requests that one session may make while strangers have reached the ceiling: twice as many as
 * it needs, because a page retries.
 */
export const SESSION_WINDOW = { limit: 30, seconds: 60 } as const;
