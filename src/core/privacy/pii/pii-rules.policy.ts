import { LoggableError, reasonOf } from '../../shared/platform-error.js';
import { DAY_MS } from '../../time/wall-clock.policy.js';
import {
  NOTHING_PERMITTED,
  permissionFor,
  permissionFrom,
  permissionOfKinds,
  permittedByBoth,
  permittedByEither,
  summaryForm,
} from './pii-permission.policy.js';
import type {
  PiiKind,
  PiiReader,
  PiiPermission,
  StoredPiiPolicy,
  SummaryForm,
} from './pii-permission.policy.js';

/** A stored row of PII_RULES; its values are not trusted. */
export interface StoredPiiRules {
  /** Null in the tenant's row. */
  readonly project_id: string | null;
  readonly client_id: unknown;
  readonly data_env: unknown;
  /** On the tenant's row: whether summaries need permission; any value but false: they do. */
  readonly strict_summaries: unknown;
  /** On a project's row: whether it leaves permissions to the tenant. */
  readonly inherits_permissions: unknown;
  /**
   * On the tenant's row: the lines of its policy. On a project's row: the kinds that it permits the
   * role to see.
   */
  readonly permissions: unknown;
  /** Days; null: not set. */
  readonly retention_days: unknown;
  readonly consent_days: unknown;
}

export interface ContentRules {
  readonly permission: PiiPermission;
  /** The kinds that an approved unlock opens to the role. */
  readonly unlockable: PiiPermission;
  readonly summary: SummaryForm;
  /** Transcripts of calls that started before it are not shown to any caller in any form. */
  readonly transcriptsFrom: Date;
  /** The most days after the start of its call until a consent lapses; null: no such limit. */
  readonly consentDays: number | null;
}

export interface PiiRules {
  /** A project without published governance follows the tenant's own rules. */
  of(projectId: string): ContentRules;
  /** The permission that applies to calls of every project. */
  readonly everywhere: PiiPermission;
  /** Why a part could not be read, so that it permits nothing; null if everything was read. */
  readonly fault: string | null;
}

/** Before any call. */
export const EVER = new Date(-8.64e15);
const NEVER = new Date(8.64e15);

const CLOSED: ContentRules = {
  permission: NOTHING_PERMITTED,
  unlockable: NOTHING_PERMITTED,
  summary: 'none',
  transcriptsFrom: NEVER,
  consentDays: 0,
};

/**
 * The rules if nothing is known: nothing is permitted, no summary is shown, and no transcript is
 * kept.
 */
export const NOTHING_KNOWN: PiiRules = { of: () => CLOSED, everywhere: NOTHING_PERMITTED, fault: null };

/**
 * Combines the tenant's policy with the published governance of its projects (privacy 1.4, 1.5 and
 * 5.1). Without a policy nothing is permitted, and a project only narrows. Retention is the shorter
 * of the two; a rule that a project leaves open is the tenant's. A part that cannot be read permits
 * nothing.
 * @param now the instant from which retention is counted back
 */
export function readPiiRules(asker: PiiReader, rows: readonly StoredPiiRules[], now: Date): PiiRules {
  const faults: string[] = [];
  const permissionOf = (row: StoredPiiRules, read: () => PiiPermission): PiiPermission => {
    try {
      if (row.client_id !== asker.clientId || row.data_env !== asker.dataEnv) {
        throw new LoggableError('The PII rules that were read belong to another tenant or environment');
      }
      return read();
    } catch (error) {
      faults.push(reasonOf(error));
      return NOTHING_PERMITTED;
    }
  };
  const tenantRow = rows.find((row) => row.project_id === null);
  if (!tenantRow) return { ...NOTHING_KNOWN, fault: 'the PII rules of the tenant are missing' };
  const isStrict = tenantRow.strict_summaries !== false;
  const given = permissionOf(tenantRow, () => permissionFrom(asker, linesOf(tenantRow.permissions)));
  const unlockable = permissionOf(tenantRow, () =>
    permissionFrom(asker, linesOf(tenantRow.permissions), 'unlockable'),
  );
  const tenant: ContentRules = {
    permission: given,
    unlockable,
    summary: summaryForm(given, isStrict),
    transcriptsFrom: transcriptsFrom(tenantRow.retention_days, now),
    consentDays: consentDays(tenantRow.consent_days),
  };
  const projects = new Map<string, ContentRules>();
  for (const row of rows) {
    if (row.project_id === null) continue;
    const inherits = row.inherits_permissions === true;
    const governed = inherits ? null : permissionOf(row, () => permissionOfKinds(asker, row.permissions));
    const narrowed = (wide: PiiPermission): PiiPermission =>
      governed === null ? wide : permittedByBoth(wide, governed);
    const permission = narrowed(given);
    const from = transcriptsFrom(row.retention_days, now);
    projects.set(row.project_id, {
      permission,
      unlockable: narrowed(unlockable),
      summary: summaryForm(permission, isStrict),
      transcriptsFrom: from > tenant.transcriptsFrom ? from : tenant.transcriptsFrom,
      consentDays: consentDays(row.consent_days),
    });
  }
  return {
    of: (projectId) => projects.get(projectId) ?? tenant,
    everywhere: [...projects.values()].reduce(
      (sum, { permission }) => permittedByBoth(sum, permission),
      tenant.permission,
    ),
    fault: faults[0] ?? null,
  };
}

/**
 * The rules while an unlock is open: the kinds that it names, as far as they are unlockable now, are
 * permitted too (unlocks 3.2). Retention does not change.
 */
export function unlockedRules(rules: ContentRules, kinds: readonly PiiKind[]): ContentRules {
  const named = permissionFor((kind) => kinds.includes(kind));
  const permission = permittedByEither(rules.permission, permittedByBoth(named, rules.unlockable));
  return { ...rules, permission, summary: permission.summary ? 'stored' : rules.summary };
}

/** PostgreSQL aggregates no lines to null. */
function linesOf(stored: unknown): StoredPiiPolicy[] {
  if (stored === null) return [];
  if (!Array.isArray(stored)) throw new LoggableError('the PII policy of the tenant is not a list');
  return stored as StoredPiiPolicy[];
}

/**
 * The earliest start of a call whose transcript is still shown.
 * @param days its retention; null: not set; a value that is not a number of days keeps none
 */
export function transcriptsFrom(days: unknown, now: Date): Date {
  if (days === null) return EVER;
  return isDays(days) ? new Date(now.getTime() - days * DAY_MS) : NEVER;
}

const consentDays = (days: unknown): number | null => (days === null ? null : isDays(days) ? days : 0);

const isDays = (days: unknown): days is number => Number.isInteger(days) && (days as number) >= 0;
