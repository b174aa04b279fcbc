import { permittedKinds, type PiiKind } from '../../../core/privacy/pii/pii-permission.policy.js';
import type { ContentRules } from '../../../core/privacy/pii/pii-rules.policy.js';
import type { FieldError } from '../../../core/shared/platform-error.js';
import type { UnlockReason } from './words.js';

/**
 * The kinds that an unlock would open to the role in addition to those that it sees (unlocks 1.3).
 */
export function unlockableKinds({
  permission,
  unlockable,
}: Pick<ContentRules, 'permission' | 'unlockable'>): PiiKind[] {
  const shown = permittedKinds(permission);
  return permittedKinds(unlockable).filter((kind) => !shown.includes(kind));
}

/** The fault of a request, in the form of a field error; null: none. */
export function requestFault(
  {
    kinds,
    reason_code: reason,
    note,
  }: {
    readonly kinds: readonly PiiKind[];
    readonly reason_code: UnlockReason;
    readonly note?: string | null;
  },
  allowed: readonly PiiKind[],
): FieldError | null {
  const refused = kinds.filter((kind) => !allowed.includes(kind));
  if (refused.length > 0) {
    const may =
      allowed.length === 0
        ? 'for this call there are none: the role sees them already, or the PII policy does not unlock them'
        : `for this call ${allowed.join(', ')}`;
    return {
      loc: ['body', 'kinds'],
      message: `must name only kinds that your role may unlock; ${may}`,
      type: 'not_unlockable',
    };
  }
  if (reason === 'other' && (note ?? null) === null)
    return {
      loc: ['body', 'note'],
      message: 'is required if reason_code is other; say why you need the data',
      type: 'missing',
    };
  return null;
}
