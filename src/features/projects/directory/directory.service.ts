import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { paginationOf, rowsBefore } from '../../../core/http/paging/pages.policy.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';
import { Clock } from '../../../core/time/clock.js';
import { LegacyProjectResponse } from '../rules/legacy-project.response.js';
import { toLegacyProject } from '../rules/legacy-project.js';
import { isOtherEnvironment, readProjectListing, seesDetail } from './directory.policy.js';
import type { ProjectListing } from './directory.policy.js';
import { PROJECT_DETAIL, projectsQuery } from './directory.queries.js';
import { ProjectListRequest } from './directory.request.js';
import {
  LegacyProjectListResponse,
  ProjectDetailResponse,
  ProjectListResponse,
} from './directory.response.js';
import { toProjectDetail, type ProjectRecord } from './project-detail.js';

type PageRow = { readonly total: number } & (ProjectRecord | { readonly project_id: null });

/** Finds the projects of a tenant, in the model of the caller's scope (projects 1.2). */
@Injectable()
export class ProjectDirectoryService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly visibility: ProjectVisibility,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws 404 for an environment other than that of the credentials, 400 for a value that is not
   *   allowed
   */
  async list(
    auth: AuthContext,
    request: ProjectListRequest,
  ): Promise<ProjectListResponse | LegacyProjectListResponse> {
    if (isOtherEnvironment(request.data_env, auth.dataEnv)) throw notFound();
    const listing = readProjectListing(request);
    const { page, pageSize } = listing;
    const isWhole = !seesDetail(auth) && !listing.isPaged;
    const { records, total } = await this.read(auth, listing, isWhole);
    const pagination = paginationOf(page, isWhole ? Math.max(total, 1) : pageSize, total);
    if (seesDetail(auth))
      return { items: records.map((record) => toProjectDetail(record, this.clock.now())), pagination };
    return { projects: records.map(toLegacyProject), pagination };
  }

  /** @throws 404 if the project disappeared after the guards had seen it */
  async show(auth: AuthContext, projectId: string): Promise<ProjectDetailResponse | LegacyProjectResponse> {
    const [record] = await this.metadata.read(auth, (db) =>
      db.query<ProjectRecord>(PROJECT_DETAIL, [projectId]),
    );
    if (!record) throw notFound();
    return seesDetail(auth) ? toProjectDetail(record, this.clock.now()) : toLegacyProject(record);
  }

  private async read(
    auth: AuthContext,
    { order, includesArchived, page, pageSize }: ProjectListing,
    isWhole: boolean,
  ): Promise<{ records: ProjectRecord[]; total: number }> {
    const visible = await this.visibility.visibleProjects(auth);
    const rows = await this.metadata.read(auth, (db) =>
      db.query<PageRow>(projectsQuery(order), [
        includesArchived,
        visible === 'all' ? null : visible,
        isWhole ? null : pageSize,
        rowsBefore(page, pageSize),
      ]),
    );
    return {
      records: rows.filter((row): row is PageRow & ProjectRecord => row.project_id !== null),
      total: rows[0]?.total ?? 0,
    };
  }
}
