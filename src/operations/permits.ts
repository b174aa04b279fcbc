import { PII_KINDS, type PiiKind } from '../core/privacy/pii/pii-permission.policy.js';
import type { PiiPermissions } from '../features/privacy/pii-policy/pii-policy.policy.js';
import { ANALYTICS_READERS } from '../core/shared/roles.js';

/** The word on a command line for no permissions. */
export const NO_PERMITS = 'none';

/**
 * Permissions in the format of the command line: `client_admin:raw_caller,client_manager:summary`,
 * or `none`.
 */
export const permitsText = (permissions: PiiPermissions): string =>
  Object.entries(permissions)
    .flatMap(([role, kinds]) => kinds.map((kind) => `${role}:${kind}`))
    .join(',') || NO_PERMITS;

/** Describes the fault of such a text; null: none. */
export function permitsProblem(text: string): string | null {
  const isRead = pairsIn(text).every(
    ([role, kind, more]) =>
      more === undefined &&
      ANALYTICS_READERS.some((known) => known === role) &&
      PII_KINDS.some((known) => known === kind),
  );
  return isRead
    ? null
    : `must be ${NO_PERMITS}, or comma-separated pairs such as client_admin:summary; roles: ` +
        `${ANALYTICS_READERS.join(', ')}; kinds: ${PII_KINDS.join(', ')}`;
}

/** Reads such a text, which must be valid. */
export function readPermits(text: string): PiiPermissions {
  const permissions: Record<string, PiiKind[]> = {};
  for (const [role, kind] of pairsIn(text)) (permissions[role!] ??= []).push(kind as PiiKind);
  return permissions;
}

const pairsIn = (text: string): string[][] =>
  text === NO_PERMITS ? [] : text.split(',').map((pair) => pair.split(':'));
