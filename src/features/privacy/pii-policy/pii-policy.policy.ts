import { createHash } from 'node:crypto';
import { PII_KINDS, type PiiKind } from '../../../core/privacy/pii/pii-permission.policy.js';
import { ANALYTICS_READERS, PORTAL_ROLES, type Scope } from '../../../core/shared/roles.js';

/** The kinds that each role may see; a role that is not listed may see none. */
export type PiiPermissions = Readonly<Partial<Record<Scope, readonly PiiKind[]>>>;

/** A tenant's PII policy (privacy 1.2). */
export interface PiiPolicy {
  readonly strictSummaries: boolean;
  readonly permissions: PiiPermissions;
  /** The kinds that an approved unlock of a call opens to each role. */
  readonly unlockable: PiiPermissions;
  /** Whether mails about support tickets may quote what people write. */
  readonly quotesInMails: boolean;
}

/** A stored line: one role and one kind. */
export interface PiiPolicyLine {
  readonly role: string;
  readonly kind: string;
  readonly allowed: boolean;
  readonly unlockable: boolean;
}

/** A tenant that has never saved a policy shows nothing. */
export const isStrictByDefault = true;

const byRole = (
  roles: readonly Scope[],
  lines: readonly PiiPolicyLine[],
  says: 'allowed' | 'unlockable',
): Record<string, PiiKind[]> =>
  Object.fromEntries(
    roles.map((role) => [
      role,
      PII_KINDS.filter((kind) => lines.some((it) => it.role === role && it.kind === kind && it[says])),
    ]),
  );

/** Every role with the kinds that it may see, both in their fixed order. */
export const permissionsOf = (lines: readonly PiiPolicyLine[]): Record<string, PiiKind[]> =>
  byRole(ANALYTICS_READERS, lines, 'allowed');

/**
 * The same for the kinds that an unlock opens, for roles of people: keys cannot request unlocks.
 */
export const unlockableOf = (lines: readonly PiiPolicyLine[]): Record<string, PiiKind[]> =>
  byRole(PORTAL_ROLES, lines, 'unlockable');

/** A line for every role and kind, including refusals, so that the stored policy has no gaps. */
export const linesOf = ({
  permissions,
  unlockable,
}: Pick<PiiPolicy, 'permissions' | 'unlockable'>): PiiPolicyLine[] =>
  ANALYTICS_READERS.flatMap((role) =>
    PII_KINDS.map((kind) => ({
      role,
      kind,
      allowed: permissions[role]?.includes(kind) ?? false,
      unlockable: unlockable[role]?.includes(kind) ?? false,
    })),
  );

/**
 * The strong etag of a policy. It covers content and number, so no two states share one, even if
 * rows were changed without a new number; a policy that was never saved has one as well.
 */
export function policyEtag(revision: number, policy: PiiPolicy): string {
  const lines = linesOf(policy);
  const unlockable = lines.filter((it) => it.unlockable).map(({ role, kind }) => [role, kind]);
  const content = JSON.stringify([
    policy.strictSummaries,
    lines.map(({ role, kind, allowed }) => [role, kind, allowed]),
    ...(unlockable.length > 0 ? [unlockable] : []),
    ...(policy.quotesInMails ? ['quotes'] : []),
  ]);
  // Two states share a number only after a manual change; the hash distinguishes them.
  return `r${revision}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}`;
}
