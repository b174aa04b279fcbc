import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { ProjectEntity } from '../projects.entities.js';

/** Answers other features' questions about projects. */
@Injectable()
export class ProjectFacts {
  constructor(private readonly metadata: MetadataStore) {}

  /** Which of these are projects of the tenant. */
  async existing(auth: AuthContext, projectIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (projectIds.length === 0) return new Set();
    const rows = await this.metadata.read(auth, (db) =>
      db.repo(ProjectEntity).find({ projectId: In([...projectIds]) }),
    );
    return new Set(rows.map((row) => row.projectId));
  }

  /** Whether there is such a project and it is archived. */
  async isArchived(auth: AuthContext, projectId: string): Promise<boolean> {
    const project = await this.metadata.read(auth, (db) => db.repo(ProjectEntity).findOne({ projectId }));
    return project?.lifecycleState === 'archived';
  }

  /** The project's zone, and whether it has a caller mix (calls 13.1); null: no such project. */
  calendar(
    auth: AuthContext,
    projectId: string,
  ): Promise<{ readonly timezone: string; readonly callerMixEnabled: boolean } | null> {
    return this.metadata.read(auth, (db) => db.repo(ProjectEntity).findOne({ projectId }));
  }
}
