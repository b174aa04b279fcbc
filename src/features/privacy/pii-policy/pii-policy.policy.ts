import { createHash } from 'node:crypto';
import { PII_KINDS, type PiiKind } from '../../../core/privacy/pii/pii-permission.policy.js';
import { ANALYTICS_READERS, type Scope } from '../../../core/shared/roles.js';

/** The kinds that each role may see; a role that is not listed may see none. */
export type PiiPermissions = Readonly<Partial<Record<Scope, readonly PiiKind[]>>>;

/** A tenant's PII policy (privacy 1.2). */
export interface PiiPolicy {
  readonly strictSummaries: boolean;
  readonly permissions: PiiPermissions;
}

/** A stored line: one role and one kind. */
export interface PiiPolicyLine {
  readonly role: string;
  readonly kind: string;
  readonly allowed: boolean;
}

/** A tenant that has never saved a policy shows nothing. */
export const isStrictByDefault = true;

/** Every role with its kinds, both in their fixed order. */
export const permissionsOf = (lines: readonly PiiPolicyLine[]): Record<string, PiiKind[]> =>
  Object.fromEntries(
    ANALYTICS_READERS.map((role) => [
      role,
      PII_KINDS.filter((kind) => lines.some((it) => it.role === role && it.kind === kind && it.allowed)),
    ]),
  );

/** A line for every role and kind, including refusals, so that the stored policy has no gaps. */
export const linesOf = (permissions: PiiPermissions): PiiPolicyLine[] =>
  ANALYTICS_READERS.flatMap((role) =>
    PII_KINDS.map((kind) => ({ role, kind, allowed: permissions[role]?.includes(kind) ?? false })),
  );

/**
 * The strong etag of a policy. It covers content and number, so no two states share one, even if
 * rows were changed without a new number; a policy that was never saved has one as well.
 */
export function policyEtag(revision: number, { strictSummaries, permissions }: PiiPolicy): string {
  const content = JSON.stringify([
    strictSummaries,
    linesOf(permissions).map(({ role, kind, allowed }) => [role, kind, allowed]),
  ]);
  // Two states share a number only after a manual change; the hash distinguishes them.
  return `r${revision}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}`;
}
