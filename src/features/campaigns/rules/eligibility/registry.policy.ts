import { DAY_MS } from '../../../../core/time/wall-clock.policy.js';
import type { ComplianceRules, RegistryFacts } from './contact-facts.js';
import type { CallType } from '../statuses.js';

/** A list is washed within the 30 days before a call. */
export const LEGAL_MAX_AGE_DAYS = 30;

/**
 * Milliseconds for which a wash is valid: the law's 30 days or the campaign's own number, the
 * smaller of the two (campaigns 5.10).
 */
export const washMaxAgeMs = (compliance: Pick<ComplianceRules, 'registry_wash_max_age_days'>): number =>
  Math.min(LEGAL_MAX_AGE_DAYS, compliance.registry_wash_max_age_days) * DAY_MS;

export type RegistryReason = 'registry_listed' | 'registry_missing' | 'registry_stale' | 'registry_expired';

/** Whether the register prevents calls to the number (campaigns 5.9, 5.10). */
export function registryReason(
  contact: RegistryFacts,
  compliance: Pick<ComplianceRules, 'registry_wash_required' | 'registry_wash_max_age_days'>,
  callType: CallType,
  atMs: number,
): RegistryReason | null {
  const isEnforced = compliance.registry_wash_required;
  if (contact.registryStatus === 'listed' && (isEnforced || callType === 'telemarketing')) {
    return 'registry_listed';
  }
  if (!isEnforced) return null;
  if (contact.registryStatus === null || contact.registryStatus === 'unknown') return 'registry_missing';
  const checkedAt = contact.registryCheckedAt?.getTime() ?? null;
  const validUntil = contact.registryValidUntil?.getTime() ?? null;
  // A check in the future does not count yet.
  if (checkedAt === null || validUntil === null || checkedAt > atMs) return 'registry_missing';
  if (atMs - checkedAt >= washMaxAgeMs(compliance)) return 'registry_stale';
  return validUntil <= atMs ? 'registry_expired' : null;
}
