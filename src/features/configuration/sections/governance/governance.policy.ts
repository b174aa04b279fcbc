import { LEGACY_SCOPES } from '../../../../core/shared/roles.js';
import type { PiiKind } from '../../../../core/privacy/pii/pii-permission.policy.js';
import { error, found, warning } from '../../rules/sections/section-definition.js';
import type { Finding, FindingRule, SectionFacts } from '../../rules/sections/section-definition.js';
import type { Governance } from './governance.schema.js';

// A caller's request to see or delete their data is due within 30 days.
const REQUEST_DAYS = 30;

/** The rules of governance that a schema cannot express. */
export function governanceFindings(governance: Governance, facts: SectionFacts): Finding[] {
  return [
    ...recordingFindings(governance),
    ...consentFindings(governance, facts),
    ...retentionFindings(governance),
    ...reuseFindings(governance),
    ...permissionFindings(governance),
  ];
}

function recordingFindings({ recording, retention }: Governance): Finding[] {
  return found(
    recording.enabled &&
      recording.announcement_text === null &&
      error(
        'recording_announcement_missing',
        'recording.announcement_text',
        'Callers must be told that they are recorded. Write the announcement, or turn recording off.',
      ),
    recording.enabled &&
      retention.audio_retention === 'disabled' &&
      warning(
        'recording_not_retained',
        'retention.audio_retention',
        'Calls are recorded, but no recording is kept. Turn recording off, or retention on.',
      ),
    !recording.enabled &&
      retention.audio_retention === 'enabled' &&
      warning(
        'retention_without_recording',
        'recording.enabled',
        'Recordings are kept, but no call is recorded.',
      ),
  );
}

function consentFindings({ consent }: Governance, { sections }: SectionFacts): Finding[] {
  if (!consent.require_express_consent) {
    return consent.expires_after_days === null
      ? []
      : [
          warning(
            'consent_expiry_without_consent',
            'consent.expires_after_days',
            'Callers are not asked for consent, so none can expire.',
          ),
        ];
  }
  return found(
    consent.script === null &&
      error('consent_script_missing', 'consent.script', 'Callers are asked for consent. Write the question.'),
    consent.on_decline === 'hand_over' &&
      !handsOver(sections['transfer-routing']) &&
      error(
        'consent_decline_unroutable',
        'consent.on_decline',
        'Callers who decline are handed over, but transfer routing has no enabled destination. Enable one.',
      ),
  );
}

/**
 * Whether transfer routing, as it would be published, has a destination. It is another section, so
 * it is read defensively.
 */
function handsOver(routing: unknown): boolean {
  const { enabled, customer_destinations: destinations } = (routing ?? {}) as Record<string, unknown>;
  if (enabled !== true || !Array.isArray(destinations)) return false;
  return destinations.some((it: { enabled?: unknown } | null) => it?.enabled === true);
}

function retentionFindings({ retention }: Governance): Finding[] {
  const { transcript_retention_days: days } = retention;
  if (days === null || days === 0 || days >= REQUEST_DAYS) return [];
  return [
    warning(
      'retention_shorter_than_requests',
      'retention.transcript_retention_days',
      `Callers may ask for their data, and an answer is due within ${REQUEST_DAYS} days. After ${days} ` +
        'days its transcripts are deleted.',
    ),
  ];
}

function reuseFindings({ secondary_reuse, consent, retention }: Governance): Finding[] {
  if (secondary_reuse !== 'allowed') return [];
  return found(
    !consent.require_express_consent &&
      error(
        'secondary_reuse_without_consent',
        'secondary_reuse',
        'Transcripts may be reused only if callers are asked for express consent.',
      ),
    retention.transcript_retention_days === 0 &&
      warning(
        'secondary_reuse_without_transcripts',
        'secondary_reuse',
        'No transcripts are kept that could be reused.',
      ),
  );
}

function permissionFindings({ pii_permissions, retention, consent }: Governance): Finding[] {
  if (pii_permissions === null) return [];
  const readers = rolesWith('transcript', pii_permissions);
  const findings: Finding[] = [];
  if (retention.transcript_retention_days === 0) {
    findings.push(
      ...readers.map((role) =>
        error(
          'permission_without_transcripts',
          `pii_permissions.${role}`,
          `Transcripts are kept for 0 days, so ${role} cannot see any.`,
        ),
      ),
    );
  } else if (readers.length > 0 && !consent.require_express_consent) {
    findings.push(
      warning(
        'exports_need_express_consent',
        'consent.require_express_consent',
        'Exports show transcripts of calls with express consent only. Without a request for consent they show none.',
      ),
    );
  }
  // Whole systems share a key, so its users are unknown.
  for (const scope of LEGACY_SCOPES) {
    if ((pii_permissions[scope] ?? []).length > 0) {
      findings.push(
        warning(
          'permission_of_keys',
          `pii_permissions.${scope}`,
          `Any holder of a key with the scope ${scope} can see this data.`,
        ),
      );
    }
  }
  return findings;
}

const rolesWith = (kind: PiiKind, permissions: NonNullable<Governance['pii_permissions']>): string[] =>
  Object.entries(permissions).flatMap(([role, kinds]) => (kinds.includes(kind) ? [role] : []));

export const GOVERNANCE_RULES: readonly FindingRule[] = [
  ['recording_announcement_missing', 'error', 'calls are recorded, but callers are not informed'],
  ['recording_not_retained', 'warning', 'calls are recorded, but no recording is kept'],
  ['retention_without_recording', 'warning', 'recordings should be kept, but no call is recorded'],
  ['consent_expiry_without_consent', 'warning', 'consent expires that no caller is asked for'],
  ['consent_script_missing', 'error', 'consent is asked for and there is no script'],
  [
    'consent_decline_unroutable',
    'error',
    'a caller who declines is handed over, but transfer routing has no enabled destination',
  ],
  [
    'retention_shorter_than_requests',
    'warning',
    'transcripts are kept for 1 to 29 days, less than a request of a caller may take',
  ],
  ['secondary_reuse_without_consent', 'error', 'reuse is allowed and express consent is not asked for'],
  ['secondary_reuse_without_transcripts', 'warning', 'reuse is allowed, but transcripts are kept for 0 days'],
  ['permission_without_transcripts', 'error', 'a role may see transcripts that are kept for 0 days'],
  [
    'exports_need_express_consent',
    'warning',
    'roles may see transcripts and express consent is not asked for',
  ],
  ['permission_of_keys', 'warning', 'read-only or full-access keys may see personal data'],
];
