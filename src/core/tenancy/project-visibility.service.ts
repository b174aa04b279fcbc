import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../shared/auth-context.js';
import { PARTNER_ROLES } from '../shared/roles.js';
import { MetadataStore } from '../database/metadata/metadata-store.js';
import {
  ASSIGNED_PROJECTS,
  LISTED_PROJECTS,
  PROJECT_NAMES,
  PROJECT_VISIBLE,
  ZONES_OF_PROJECTS,
} from './project-visibility.queries.js';

/** Every project of the tenant, or just the listed ones. */
export type VisibleProjects = 'all' | readonly string[];

export const sees = (visible: VisibleProjects, projectId: string): boolean =>
  visible === 'all' || visible.includes(projectId);

export interface ListedProject {
  readonly displayName: string;
  /** How many days after a call its transcript is kept; null: not set. */
  readonly retentionDays: number | null;
}

interface ListedRow {
  readonly project_id: string;
  readonly display_name: string;
  readonly retention_days: number | null;
}

/**
 * The projects of a tenant that a caller can see: a signed-in partner_user only the assigned ones,
 * everyone else all.
 */
@Injectable()
export class ProjectVisibility {
  constructor(private readonly metadata: MetadataStore) {}

  async isVisible(auth: AuthContext, projectId: string): Promise<boolean> {
    const member = limitedMember(auth);
    const values = [projectId, member !== null, member];
    const rows = await this.metadata.read(auth, (db) =>
      db.query<{ visible: boolean }>(PROJECT_VISIBLE, values),
    );
    return rows[0]?.visible ?? false;
  }

  visibleProjects(auth: AuthContext): Promise<VisibleProjects> {
    return this.projectsOf(auth, limitedMember(auth));
  }

  /**
   * Projects whose campaigns the caller can see: for signed-in partners, even administrators, the
   * assigned ones (campaigns 1.1).
   */
  campaignProjects(auth: AuthContext): Promise<VisibleProjects> {
    return this.projectsOf(auth, assignedPartner(auth));
  }

  private async projectsOf(auth: AuthContext, member: string | null): Promise<VisibleProjects> {
    if (member === null) return 'all';
    const rows = await this.metadata.read(auth, (db) =>
      db.query<{ project_id: string }>(ASSIGNED_PROJECTS, [member]),
    );
    return rows.map((row) => row.project_id);
  }

  /** Display names of visible projects by id; ids of no project are omitted. */
  async displayNames(auth: AuthContext, projectIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (projectIds.length === 0) return new Map();
    const rows = await this.metadata.read(auth, (db) =>
      db.query<{ project_id: string; display_name: string }>(PROJECT_NAMES, [projectIds]),
    );
    return new Map(rows.map((row) => [row.project_id, row.display_name]));
  }

  /** The time zones of the client and of these of its projects. */
  async zones(auth: AuthContext, visible: VisibleProjects): Promise<readonly string[]> {
    const projects = visible === 'all' ? null : visible;
    const rows = await this.metadata.read(auth, (db) =>
      db.query<{ timezone: string }>(ZONES_OF_PROJECTS, [projects]),
    );
    return rows.map((row) => row.timezone).filter((zone) => zone !== '');
  }

  /** As `displayNames`, with the retention of transcripts, with the same number of statements. */
  async listed(
    auth: AuthContext,
    projectIds: readonly string[],
  ): Promise<ReadonlyMap<string, ListedProject>> {
    if (projectIds.length === 0) return new Map();
    const rows = await this.metadata.read(auth, (db) => db.query<ListedRow>(LISTED_PROJECTS, [projectIds]));
    return new Map(
      rows.map((row) => [
        row.project_id,
        { displayName: row.display_name, retentionDays: row.retention_days },
      ]),
    );
  }
}

const assignedPartner = (auth: AuthContext): string | null =>
  PARTNER_ROLES.some((role) => role === auth.scope) && auth.principal.kind === 'bearer'
    ? auth.principal.id
    : null;

/** Whether the caller sees only campaigns of assigned projects (campaigns 1.1). */
export const seesAssignedCampaigns = (auth: AuthContext): boolean => assignedPartner(auth) !== null;

/** The member who sees only assigned projects; null for every other caller. */
export const limitedMember = (auth: AuthContext): string | null =>
  auth.scope === 'partner_user' && auth.principal.kind === 'bearer' ? auth.principal.id : null;
