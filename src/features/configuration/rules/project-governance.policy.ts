import { isSameJson } from '../../../core/shared/json/canonical-json.policy.js';

/** The part of section `governance` that the service itself enforces. */
interface GovernanceConfiguration {
  readonly retention: {
    readonly transcript_retention_days: number | null;
    readonly audio_retention: 'enabled' | 'disabled' | null;
  };
  readonly consent: { readonly expires_after_days: number | null };
  readonly secondary_reuse: 'allowed' | 'denied' | null;
  readonly pii_permissions: Readonly<Record<string, readonly string[]>> | null;
}

/** Settings for a project's calls that a version changes; null leaves them to the tenant. */
interface EffectiveGovernance {
  readonly audioRetention: 'enabled' | 'disabled' | null;
  readonly secondaryReuse: 'allowed' | 'denied' | null;
  readonly transcriptRetentionDays: number | null;
  readonly consentExpiresAfterDays: number | null;
  readonly piiPermissions: Record<string, string[]> | null;
}

/**
 * The parts of a published governance that the service enforces: the row of `project_governance`
 * that is written with the version.
 * @param configuration the section `governance`, valid by its schema
 */
export function governanceRow(configuration: Readonly<Record<string, unknown>>): EffectiveGovernance {
  const { retention, consent, secondary_reuse, pii_permissions } =
    configuration as unknown as GovernanceConfiguration;
  return {
    audioRetention: retention.audio_retention,
    secondaryReuse: secondary_reuse,
    transcriptRetentionDays: retention.transcript_retention_days,
    consentExpiresAfterDays: consent.expires_after_days,
    piiPermissions:
      pii_permissions &&
      Object.fromEntries(Object.entries(pii_permissions).map(([role, kinds]) => [role, [...kinds]])),
  };
}

type Sections = Readonly<Record<string, unknown>>;

/** The sections about callers' consent, access to their data, and proof of identity. */
export const COMPLIANCE_SECTIONS = ['governance', 'identity-verification'] as const;

/** Whether a version changes what the runtime confirms; the first one always does. */
export const needsConfirmation = (published: Sections | null, next: Sections): boolean =>
  published === null || COMPLIANCE_SECTIONS.some((name) => !isSameJson(published[name], next[name]));
