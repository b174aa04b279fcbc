import type { AuthContext } from '../../shared/auth-context.js';
import { LoggableError } from '../../shared/platform-error.js';
import { ANALYTICS_READERS } from '../../shared/roles.js';

/** Data that a tenant permits or refuses separately: the caller's number, the summary, the transcript. */
export const PII_KINDS = ['raw_caller', 'summary', 'transcript'] as const;
export type PiiKind = (typeof PII_KINDS)[number];

export interface PiiPermission {
  readonly rawCaller: boolean;
  readonly summary: boolean;
  readonly transcript: boolean;
}

/** Used whenever anything is uncertain (privacy 1.1). */
export const NOTHING_PERMITTED: PiiPermission = Object.freeze({
  rawCaller: false,
  summary: false,
  transcript: false,
});

/** How a summary is shown: as stored, only if it contains no personal data, or not at all. */
export type SummaryForm = 'stored' | 'safe' | 'none';

/**
 * How a caller sees summaries.
 * @param isStrict whether the tenant shows none without permission, not even those without personal
 *   data
 */
export const summaryForm = ({ summary }: PiiPermission, isStrict: boolean): SummaryForm =>
  summary ? 'stored' : isStrict ? 'none' : 'safe';

/** A stored line of a tenant's policy; its values are not trusted. */
export interface StoredPiiPolicy {
  readonly clientId: unknown;
  readonly dataEnv: unknown;
  readonly role: unknown;
  readonly kind: unknown;
  readonly allowed: unknown;
  readonly unlockable: unknown;
}

export type PiiReader = Pick<AuthContext, 'clientId' | 'dataEnv' | 'scope'>;

/** Whether a tenant's policy can hold lines for a scope: only for readers of call analytics. */
export const mayHoldPiiPermission = (scope: PiiReader['scope']): boolean =>
  scope !== 'system' && ANALYTICS_READERS.includes(scope);

/**
 * The permission that the tenant's policy gives the caller: a kind without a row is not permitted.
 * @param rows the rows of the caller's tenant and role
 * @param says what of a row counts: whether the kind is shown, or whether an approved unlock opens it
 * @throws LoggableError if a row is of another kind or unreadable; nothing is permitted then
 */
export function permissionFrom(
  asker: PiiReader,
  rows: readonly StoredPiiPolicy[],
  says: 'allowed' | 'unlockable' = 'allowed',
): PiiPermission {
  if (!mayHoldPiiPermission(asker.scope)) return NOTHING_PERMITTED;
  const allowed = new Map<PiiKind, boolean>();
  for (const row of rows) {
    if (row.clientId !== asker.clientId || row.dataEnv !== asker.dataEnv || row.role !== asker.scope) {
      throw new LoggableError('a PII policy of another tenant, environment or role was read');
    }
    const kind = PII_KINDS.find((known) => known === row.kind);
    if (kind === undefined) throw new LoggableError('a PII policy names an unknown kind');
    const permits = row[says];
    if (typeof permits !== 'boolean') throw new LoggableError('a PII policy says neither yes nor no');
    if (allowed.has(kind)) throw new LoggableError('a PII policy names a kind twice');
    allowed.set(kind, permits);
  }
  return permissionFor((kind) => allowed.get(kind) ?? false);
}

/**
 * The permission that a project's published governance gives the caller.
 * @param kinds the kinds that it lists for the caller's role
 * @throws LoggableError if it is not a list of kinds; nothing is permitted then
 */
export function permissionOfKinds(asker: PiiReader, kinds: unknown): PiiPermission {
  if (!mayHoldPiiPermission(asker.scope)) return NOTHING_PERMITTED;
  if (!Array.isArray(kinds)) throw new LoggableError('the PII permissions of a project are not a list');
  if (!kinds.every((kind) => PII_KINDS.some((known) => known === kind))) {
    throw new LoggableError('the PII permissions of a project name an unknown kind');
  }
  return permissionFor((kind) => kinds.includes(kind));
}

/** The permission for the kinds of which `permits` is true. */
export const permissionFor = (permits: (kind: PiiKind) => boolean): PiiPermission => ({
  rawCaller: permits('raw_caller'),
  summary: permits('summary'),
  transcript: permits('transcript'),
});

/** The permitted kinds, in a fixed order. */
export function permittedKinds({ rawCaller, summary, transcript }: PiiPermission): PiiKind[] {
  const permits: Readonly<Record<PiiKind, boolean>> = { raw_caller: rawCaller, summary, transcript };
  return PII_KINDS.filter((kind) => permits[kind]);
}

export const permittedByBoth = (one: PiiPermission, other: PiiPermission): PiiPermission => ({
  rawCaller: one.rawCaller && other.rawCaller,
  summary: one.summary && other.summary,
  transcript: one.transcript && other.transcript,
});

export const permittedByEither = (one: PiiPermission, other: PiiPermission): PiiPermission => ({
  rawCaller: one.rawCaller || other.rawCaller,
  summary: one.summary || other.summary,
  transcript: one.transcript || other.transcript,
});
