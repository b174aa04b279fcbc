import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { notFound } from '../../../../core/shared/platform-error.js';
import { MetadataStore } from '../../../../core/database/metadata/metadata-store.js';
import type { StoreReader } from '../../../../core/database/unit-of-work/unit-of-work.js';
import { ProjectVisibility } from '../../../../core/tenancy/project-visibility.service.js';
import type { VisibleProjects } from '../../../../core/tenancy/project-visibility.service.js';
import { Clock } from '../../../../core/time/clock.js';
import { draftSealContext, versionSealContext } from '../../rules/sections/seal-contexts.js';
import { SealedSections } from '../../lookup/sealed-sections.service.js';
import { DASHBOARD_METADATA } from './dashboard-metadata.queries.js';
import { DashboardMetadataResponse } from './dashboard-metadata.response.js';
import { dashboardSnapshot, type DashboardRecord } from './dashboard-snapshot.policy.js';

const SECTION = 'dashboard-metadata';

interface Row extends DashboardRecord {
  readonly project_id: string;
}

/** Shows what every user of the client may know of a project (workspace 10.1). */
@Injectable()
export class DashboardMetadataService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly projects: ProjectVisibility,
    private readonly sealed: SealedSections,
    private readonly clock: Clock,
  ) {}

  /**
   * @param projectId the project's id, or the same in another case if that matches only one
   *   project, which the caller can see; the response repeats it
   * @throws 404 for a project that this caller cannot see, and if several match
   */
  async show(auth: AuthContext, projectId: string): Promise<DashboardMetadataResponse> {
    const visible = await this.projects.visibleProjects(auth);
    const row = await this.metadata.read(auth, (db) => this.find(db, projectId, visible));
    const record = await this.opened(auth, row);
    return {
      ...dashboardSnapshot(projectId, record, auth.scope),
      refreshed_at: this.clock.now().toISOString(),
    };
  }

  private async opened(auth: AuthContext, row: Row): Promise<DashboardRecord> {
    const { project_id: projectId, version_number: version, metadata, draft } = row;
    return {
      ...row,
      draft: draft && (await this.sealed.open(auth, draftSealContext(auth, projectId, SECTION), draft)),
      metadata:
        metadata && version !== null
          ? await this.sealed.open(auth, versionSealContext(auth, projectId, version, SECTION), metadata)
          : null,
    };
  }

  private async find(db: StoreReader, projectId: string, visible: VisibleProjects): Promise<Row> {
    // PostgreSQL cannot store NUL in a text, so such an id belongs to no project.
    if (projectId.includes('\0')) throw notFound();
    const [row] = await db.query<Row>(DASHBOARD_METADATA, [projectId, visible === 'all' ? null : visible]);
    if (row === undefined) throw notFound();
    return row;
  }
}
