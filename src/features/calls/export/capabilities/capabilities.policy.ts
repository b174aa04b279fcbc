import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { summaryForm, type PiiPermission } from '../../../../core/privacy/pii/pii-permission.policy.js';
import { EXPORT_PROFILES, FIXED_COLUMNS, V3_COLUMNS } from '../columns.policy.js';
import type { ExportColumn, ExportProfile } from '../columns.policy.js';
import { decideExport, settleExport } from '../governance/export-decision.policy.js';
import { SENSITIVE_OPTIONS, readExportRequest } from '../export-request.policy.js';
import {
  honouredOptions,
  type HonouredOption,
  type EXPORT_OPTIONS,
} from '../governance/honoured-options.policy.js';

/** The facts that determine capabilities. */
export interface CapabilityTerms {
  readonly scope: AuthContext['scope'];
  readonly permission: PiiPermission;
  readonly audioRetention: 'enabled' | 'disabled' | 'unconfirmed';
}

/**
 * Why an option is not available to a caller. `role`: exports with it are refused for the role;
 * `recordings_not_kept`: they are refused until recordings are kept. The others mean the same as in a preview.
 */
export const CAPABILITY_REASONS = ['role', 'recordings_not_kept', 'not_permitted', 'no_audio_links'] as const;

export interface ProfileCapability {
  /** Null without a profile. */
  readonly profile: Exclude<ExportProfile, 'legacy'> | null;
  readonly allowed: boolean;
  /** The columns of the file, or the available ones; empty if the profile is not allowed. */
  readonly columns: readonly ExportColumn[];
  readonly chooses_columns: boolean;
  readonly timezone: 'required' | 'forbidden';
}

export interface OptionCapability {
  readonly option: (typeof EXPORT_OPTIONS)[number];
  /** The sensitive value of the option. */
  readonly value: boolean;
  /** The profiles that accept this value; null: exports without a profile. */
  readonly profiles: readonly ProfileCapability['profile'][];
  readonly allowed: boolean;
  readonly honoured: boolean;
  readonly reason: (typeof CAPABILITY_REASONS)[number] | null;
}

type Body = Readonly<Record<string, unknown>>;

const NOTHING: Body = {
  project_id: 'any',
  include_caller_info: false,
  include_transcript_text: false,
  include_audio_links: false,
};

/** The smallest valid request of each profile. */
const LEAST: Readonly<Record<ExportProfile, Body>> = {
  legacy: NOTHING,
  portal_business_v1: { ...NOTHING, profile: 'portal_business_v1', timezone: 'UTC' },
  portal_business_v2: {
    ...NOTHING,
    profile: 'portal_business_v2',
    timezone: 'UTC',
    include_transcript_text: true,
  },
  portal_business_v3: {
    ...NOTHING,
    profile: 'portal_business_v3',
    timezone: 'UTC',
    columns: ['call_started_at'],
    redact_personal_information: true,
  },
};
const PROFILES: readonly ExportProfile[] = ['legacy', ...EXPORT_PROFILES];

const nameOf = (profile: ExportProfile): ProfileCapability['profile'] =>
  profile === 'legacy' ? null : profile;

/**
 * The profiles that the caller may use (calls-export 11.2), found by evaluating the decision table
 * of exports: with the smallest export of each profile, and in v3 with one column after another.
 */
export function profileCapabilities(scope: AuthContext['scope']): ProfileCapability[] {
  const isAllowed = (body: Body): boolean => decideExport(scope, readExportRequest(body)).kind === 'asked';
  return PROFILES.map((profile) => {
    const allowed = isAllowed(LEAST[profile]);
    const columns =
      profile === 'portal_business_v3'
        ? V3_COLUMNS.filter((column) => isAllowed({ ...LEAST[profile], columns: [column] }))
        : FIXED_COLUMNS[profile];
    return {
      profile: nameOf(profile),
      allowed,
      columns: allowed ? columns : [],
      chooses_columns: profile === 'portal_business_v3',
      timezone: profile === 'legacy' ? 'forbidden' : 'required',
    };
  });
}

/** Decides each sensitive option for the caller (calls-export 11.3). */
export function optionCapabilities(terms: CapabilityTerms): OptionCapability[] {
  return [
    ...SENSITIVE_OPTIONS.map((option) =>
      optionCapability(terms, option, true, { ...NOTHING, [option]: true }),
    ),
    optionCapability(terms, 'redact_personal_information', false, {
      ...LEAST.portal_business_v3,
      columns: ['caller', 'summary'],
      redact_personal_information: false,
    }),
  ];
}

function optionCapability(
  terms: CapabilityTerms,
  option: OptionCapability['option'],
  value: boolean,
  body: Body,
): OptionCapability {
  const judged = judge(terms, option, body);
  return { option, value, profiles: profilesWith(option, value), ...judged };
}

function judge(
  { scope, permission, audioRetention }: CapabilityTerms,
  option: OptionCapability['option'],
  body: Body,
): Pick<OptionCapability, 'allowed' | 'honoured' | 'reason'> {
  const decision = decideExport(scope, readExportRequest(body));
  if (decision.kind === 'refused') return { allowed: false, honoured: false, reason: 'role' };
  const settled = settleExport(decision.asked, {
    isProjectVisible: true,
    audioRetention,
    permission,
    summary: summaryForm(permission, true),
  });
  if (settled.kind === 'refused') return { allowed: false, honoured: false, reason: 'recordings_not_kept' };
  const answer = honouredOptions(settled.granted).find((it): it is HonouredOption => it.option === option);
  return { allowed: true, honoured: answer?.honoured ?? false, reason: answer?.reason ?? null };
}

/** Evaluates the decision table for a role with every right. */
const profilesWith = (option: OptionCapability['option'], value: boolean): ProfileCapability['profile'][] =>
  PROFILES.filter(
    (profile) =>
      decideExport('client_admin', readExportRequest({ ...LEAST[profile], [option]: value })).kind ===
      'asked',
  ).map(nameOf);
