import type { Scope } from '../../../core/shared/roles.js';
import { countOf } from '../rules/count.policy.js';
import type { HealthState } from './health.policy.js';
import type { PartnerClientSummaryResponse, SummaryProject } from './summary.response.js';

/** The stored columns of the client. */
export interface ClientProfile {
  readonly business_name: string;
  readonly status: 'provisioning' | 'active';
  readonly timezone: string;
  readonly web_domain: string | null;
  readonly contact_name_encrypted: Buffer | null;
  readonly engagement_notes_encrypted: Buffer | null;
  readonly plan_name: string | null;
  readonly currency: string | null;
  readonly period_start: Date | null;
  readonly period_end: Date | null;
}

export interface ProjectRow extends SummaryProject {
  readonly active_projects: number;
  readonly archived_projects: number;
  readonly drafts: number;
}

/** The fields that only administrators see. */
export interface OpenedProfile {
  readonly contactName: string | null;
  readonly engagementNotes: string | null;
}

/** Whether the role sees the facts between partner and client (partner-clients 4.4). */
export const seesBusiness = (scope: Scope | 'system'): boolean => scope === 'partner_admin';

/**
 * The bounded summary (partner-clients 4.1, 4.2, 4.4).
 * @param projects null if they could not be read
 * @param opened null for callers who may not see it: the fields are left out then
 */
export function summaryOf(
  clientId: string,
  profile: ClientProfile,
  health: HealthState,
  projects: readonly ProjectRow[] | null,
  opened: OpenedProfile | null,
): PartnerClientSummaryResponse {
  const { business_name, status, web_domain, timezone } = profile;
  // Without a project there is no row for the numbers.
  const numberOf = (name: 'active_projects' | 'archived_projects' | 'drafts') =>
    countOf(projects && (projects[0]?.[name] ?? 0));
  return {
    client: { client_id: clientId, business_name, status, web_domain, timezone },
    health: {
      state: health,
      active_projects: numberOf('active_projects'),
      archived_projects: numberOf('archived_projects'),
      drafts: numberOf('drafts'),
    },
    projects: (projects ?? []).map(shownProject),
    staff: { state: 'placeholder', items: [] },
    flags: { billing_enabled: profile.plan_name !== null, support_enabled: status === 'active' },
    ...(opened && {
      billing: billingOf(profile),
      contact: { contact_name: opened.contactName },
      engagement_notes: opened.engagementNotes,
    }),
  };
}

const shownProject = ({
  project_id,
  display_name,
  lifecycle_state,
  has_draft,
  latest_published_version_number,
}: ProjectRow): SummaryProject => ({
  project_id,
  display_name,
  lifecycle_state,
  has_draft,
  latest_published_version_number,
});

const billingOf = ({ plan_name, currency, period_start, period_end }: ClientProfile) =>
  plan_name === null || currency === null
    ? null
    : {
        plan_name,
        currency,
        period_start_utc: period_start?.toISOString() ?? null,
        period_end_utc: period_end?.toISOString() ?? null,
      };
