import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';
import { PROJECT_OPTIONS } from './project-options.queries.js';
import { BusinessHoursProject, BusinessHoursProjectsResponse } from './project-options.response.js';

/** Which projects have their own hours (business-hours section 4). */
@Injectable()
export class ProjectOptionsService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly visibility: ProjectVisibility,
  ) {}

  /** The projects that the caller sees and that are not archived. */
  async list(auth: AuthContext): Promise<BusinessHoursProjectsResponse> {
    const visible = await this.visibility.visibleProjects(auth);
    const items = await this.metadata.read(auth, (db) =>
      db.query<BusinessHoursProject>(PROJECT_OPTIONS, [visible === 'all' ? null : visible]),
    );
    return { items };
  }
}
