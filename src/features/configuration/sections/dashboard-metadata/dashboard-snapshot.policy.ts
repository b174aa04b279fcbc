import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { contentHash } from '../../../../core/shared/json/canonical-json.policy.js';
import type { DashboardMetadataResponse } from './dashboard-metadata.response.js';
import type { DashboardMetadata } from './dashboard-metadata.schema.js';
import type { Scope } from '../../../../core/shared/roles.js';

export interface DashboardRecord {
  readonly display_name: string;
  readonly timezone: string;
  readonly lifecycle_state: 'setup' | 'active' | 'archived';
  /** Null before the first version. */
  readonly version_number: number | null;
  readonly published_at: Date | null;
  /** The section of that version; null without one. */
  readonly metadata: DashboardMetadata | null;
  /** The drafted section; null if it is not drafted. */
  readonly draft: DashboardMetadata | null;
  readonly draft_updated_at: Date | null;
}

/** The metadata of a project that every user of the client may see. */
export type DashboardSnapshot = Omit<DashboardMetadataResponse, 'draft' | 'refreshed_at'> & {
  /** Only for people who draft or publish it; null without a draft. */
  readonly draft?: { readonly configuration: DashboardMetadata; readonly updated_at: string } | null;
};

/** The roles that draft dashboard metadata or publish it. */
export const DRAFT_READERS: readonly Scope[] = ['partner_admin', 'partner_user', 'client_admin'];

/**
 * The snapshot of a project for its dashboards: the published metadata, with the project's own name
 * and zone as defaults. Every caller sees whether there is a draft; partners and the client's
 * administrators, who write and publish it, see its content.
 * @param projectId in the caller's spelling
 */
export function dashboardSnapshot(
  projectId: string,
  record: DashboardRecord,
  scope: AuthContext['scope'],
): DashboardSnapshot {
  const metadata = record.metadata ?? {};
  const shown = {
    project_id: projectId,
    display_name: metadata.display_name ?? record.display_name,
    timezone: metadata.timezone ?? record.timezone,
    lifecycle_state: record.lifecycle_state === 'archived' ? ('archived' as const) : ('active' as const),
    description: metadata.description ?? null,
    labels: metadata.labels ?? [],
    tags: metadata.tags ?? [],
    colour: metadata.colour ?? null,
    icon: metadata.icon ?? null,
    business_hours: metadata.business_hours ?? null,
    source: record.metadata === null ? ('default' as const) : ('published' as const),
    version_number: record.version_number,
    published_at: record.published_at?.toISOString() ?? null,
    has_unpublished_changes: record.draft !== null,
    ...(DRAFT_READERS.some((reader) => reader === scope) && { draft: draftOf(record) }),
  };
  return { ...shown, etag: contentHash(shown) };
}

const draftOf = ({
  draft,
  draft_updated_at: at,
}: DashboardRecord): NonNullable<DashboardSnapshot['draft']> | null =>
  draft && at && { configuration: draft, updated_at: at.toISOString() };
