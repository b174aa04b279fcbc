import type { ConsentFacts } from './contact-facts.js';

/** Valid kinds of consent. A published number is not consent. */
const EXPRESS = 'express';
const COUNTED: ReadonlySet<string> = new Set([EXPRESS, 'inferred', 'implied']);

/** Express consent without a stated period lapses after this many months. */
const MONTHS_TO_LAPSE = 3;

/** The state of a contact's consent at an instant. */
export type ConsentState = 'valid' | 'missing' | 'withdrawn' | 'expired' | 'unverified';

/**
 * Determines the state of a contact's consent (campaigns 5.12). A withdrawal takes precedence,
 * immediately and permanently. `unverified`: neither express nor inferred, without a time or with a
 * future one, or with neither source nor evidence.
 */
export function consentState(consent: ConsentFacts, atMs: number): ConsentState {
  if (consent.consentWithdrawnAt !== null && consent.consentWithdrawnAt.getTime() <= atMs) return 'withdrawn';
  const { consentType } = consent;
  if (consentType === null || consentType === '') return 'missing';
  if (consent.consentExpiresAt !== null && consent.consentExpiresAt.getTime() <= atMs) return 'expired';
  const givenAt = consent.consentGivenAt?.getTime() ?? null;
  if (givenAt === null || givenAt > atMs) return 'unverified';
  const mayLapse = consentType === EXPRESS && consent.consentExpiresAt === null;
  if (mayLapse && givenAt <= lapsedUntil(atMs)) return 'expired';
  if (!COUNTED.has(consentType)) return 'unverified';
  return consent.consentSource === null && !consent.hasConsentEvidence ? 'unverified' : 'valid';
}

let last = { atMs: Number.NaN, lapsedUntil: Number.NaN };

/**
 * The same day and time three months earlier: express consent given at this instant or before has
 * expired. The last day of a month maps to the last day of the earlier one. If the earlier month
 * does not have the day, all consent of that month has expired, so that consent of 30 November does
 * not outlive February.
 */
export function lapsedUntil(atMs: number): number {
  // Called for each contact of a campaign with the same instant.
  if (last.atMs !== atMs) last = { atMs, lapsedUntil: threeMonthsBefore(atMs) };
  return last.lapsedUntil;
}

function threeMonthsBefore(atMs: number): number {
  const at = new Date(atMs);
  const year = at.getUTCFullYear();
  const month = at.getUTCMonth();
  const date = at.getUTCDate();
  const timeOfDay = atMs - Date.UTC(year, month, date);
  const lastOfThis = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const endOfEarlier = Date.UTC(year, month - MONTHS_TO_LAPSE + 1, 0);
  const lastOfEarlier = new Date(endOfEarlier).getUTCDate();
  if (date > lastOfEarlier) return Date.UTC(year, month - MONTHS_TO_LAPSE + 1, 1) - 1;
  if (date === lastOfThis) return endOfEarlier + timeOfDay;
  return Date.UTC(year, month - MONTHS_TO_LAPSE, date) + timeOfDay;
}
