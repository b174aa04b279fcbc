import type { GovernedProfile } from '../columns.policy.js';
import { consentState } from '../../../call-records/rules/consent.policy.js';

/** The checks that a transcript passes before an export shows it, in their order. */
export const GOVERNANCE_CHECKS = [
  'permission',
  'scope',
  'compliance_projection',
  'consent',
  'retention',
  'redaction_verified',
  'secondary_reuse',
] as const;
export type GovernanceCheck = (typeof GOVERNANCE_CHECKS)[number];

/** A call's consent as stored; its contents are not trusted. */
interface GovernedConsent {
  readonly status: unknown;
  readonly method: unknown;
  /** Instants are Dates; null if the store has none. */
  readonly obtainedAt: unknown;
  readonly expiresAt: unknown;
  readonly withdrawnAt: unknown;
}

/** The facts about a call that are known before any content is opened. */
export interface GovernedRow {
  readonly clientId: unknown;
  readonly dataEnv: unknown;
  readonly projectId: unknown;
  readonly startedAt: unknown;
  readonly consent: GovernedConsent;
  /** The runtime's report of the managed redaction. */
  readonly redactionStatus: unknown;
}

/** The conditions under which one export shows transcripts. Null means unknown. */
export interface GovernanceTerms {
  readonly profile: GovernedProfile;
  readonly permitsTranscript: boolean | null;
  /** The tenant and the project that the export was routed to. */
  readonly routed: { readonly clientId: string; readonly dataEnv: string; readonly projectId: string };
  /** The state of the runtime's compliance projection. */
  readonly complianceProjection: 'confirmed' | 'unconfirmed' | null;
  /** Consent for calls that started earlier has lapsed, even if it has a later date. */
  readonly consentedFrom: Date | null;
  /** Transcripts of calls that started before it have left the retention window. */
  readonly retainedFrom: Date | null;
  readonly secondaryReuse: 'allowed' | 'refused' | 'not_configured' | null;
  readonly evaluatedAt: Date;
}

const CHECKS: Readonly<Record<GovernanceCheck, (row: GovernedRow, terms: GovernanceTerms) => boolean>> = {
  permission: (_row, terms) => terms.permitsTranscript === true,
  scope: (row, { routed }) =>
    row.clientId === routed.clientId && row.dataEnv === routed.dataEnv && row.projectId === routed.projectId,
  compliance_projection: (_row, terms) => terms.complianceProjection === 'confirmed',
  consent: (row, { consentedFrom, evaluatedAt }) =>
    startedFrom(row, consentedFrom) && isExpressAndCurrent(row.consent, row.startedAt, evaluatedAt),
  retention: (row, { retainedFrom }) => startedFrom(row, retainedFrom),
  redaction_verified: (row) => row.redactionStatus === 'verified',
  // A client's ordinary export of its own calls is not secondary use; v2 exists for secondary use.
  secondary_reuse: (_row, terms) =>
    terms.profile === 'portal_business_v3' || terms.secondaryReuse === 'allowed',
};

/**
 * Whether the transcript of one call may be part of a v2 or v3 export (calls-export 6.1): the first
 * failed check, or `granted`. Each check passes on exactly one value, so anything missing,
 * malformed, contradictory or unknown is refused. It decrypts nothing: only a granted transcript
 * may be opened.
 */
export function gateTranscript(row: GovernedRow, terms: GovernanceTerms): 'granted' | GovernanceCheck {
  return GOVERNANCE_CHECKS.find((check) => !CHECKS[check](row, terms)) ?? 'granted';
}

function startedFrom(row: GovernedRow, from: Date | null): row is GovernedRow & { readonly startedAt: Date } {
  return isInstant(row.startedAt) && isInstant(from) && row.startedAt >= from;
}

/**
 * Whether a consent was given expressly, during or after the call, and is valid at the time of
 * evaluation. A consent from before the call does not cover this call.
 */
function isExpressAndCurrent(consent: GovernedConsent, startedAt: Date, now: Date): boolean {
  const { status, method, obtainedAt, expiresAt, withdrawnAt } = consent;
  if (typeof status !== 'string' || method !== 'express' || withdrawnAt !== null) return false;
  if (!isInstant(obtainedAt) || obtainedAt < startedAt) return false;
  if (expiresAt !== null && !isInstant(expiresAt)) return false;
  return consentState({ status, obtainedAt, expiresAt, withdrawnAt }, now) === 'current';
}

const isInstant = (value: unknown): value is Date => value instanceof Date && !Number.isNaN(value.getTime());
