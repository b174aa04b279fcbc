const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Enough time to repair a connection; for longer work a holder opens another use, with another
 * notice (break-glass 3.2).
 */
export const USE_MS = 60 * MINUTE_MS;

/** Enough time between signing in and opening to write a reason (break-glass 3.1). */
export const OPEN_WITHIN_MS = 5 * MINUTE_MS;

/** A passkey that was not tried for longer may be lost (break-glass 2.4). */
export const PROOF_DAYS = 30;
export const PROOF_MS = PROOF_DAYS * DAY_MS;

/** A single holder may be ill or may have left; each further holder adds risk (break-glass 2.1). */
export const HOLDERS = { min: 2, max: 5 } as const;

/** How many holders must count while single sign-on is required (break-glass 2.5). */
export const WAYS_BACK = 2;

export const USE_STATES = ['open', 'closed', 'expired'] as const;
export type UseState = (typeof USE_STATES)[number];

export interface UseTimes {
  readonly endsAt: Date;
  readonly closedAt: Date | null;
}

/** The state of a use (break-glass 3.2). */
export function useState({ endsAt, closedAt }: UseTimes, now: Date): UseState {
  if (closedAt !== null) return 'closed';
  return now < endsAt ? 'open' : 'expired';
}

/** The earliest proof that makes a holder a way back (break-glass 2.4). */
export const provedSince = (now: Date): Date => new Date(now.getTime() - PROOF_MS);

interface SignIn {
  readonly signedInAt: Date;
  readonly openedAt: Date | null;
}

/**
 * Why a sign-in cannot be opened: it was opened before, which does not extend it, or the person took
 * too long (break-glass 3.1, 3.2).
 */
export function openingRefused({ signedInAt, openedAt }: SignIn, now: Date): 'opened' | 'too_late' | null {
  if (openedAt !== null) return 'opened';
  return now.getTime() - signedInAt.getTime() > OPEN_WITHIN_MS ? 'too_late' : null;
}

interface Confirmation {
  readonly holderId: string;
  readonly state: UseState;
  readonly confirmedAt: Date | null;
}

/** Why a person cannot confirm a use (break-glass 4.2). */
export function confirmationRefused(
  { holderId, state, confirmedAt }: Confirmation,
  userId: string,
): 'own_use' | 'still_open' | 'confirmed' | null {
  if (holderId === userId) return 'own_use';
  if (state === 'open') return 'still_open';
  return confirmedAt === null ? null : 'confirmed';
}
