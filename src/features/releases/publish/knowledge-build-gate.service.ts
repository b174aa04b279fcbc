import { Injectable, Module } from '@nestjs/common';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { unprocessable, type FieldError } from '../../../core/shared/platform-error.js';
import { ReadyBuilds } from '../../knowledge/lookup/ready-builds.service.js';
import { ReadyBuildsModule } from '../../knowledge/ready-builds.module.js';
import type { PlannedRelease, ReleaseGate } from './release-blockers.service.js';

const UNKNOWN: FieldError = {
  loc: ['sections', 'assistant', 'knowledge_build_id'],
  message: 'The project has no ready build with this id. Choose one that is ready, or remove the field.',
  type: 'knowledge_build_unknown',
};

/** Lets a version name only ready builds of its own project, and keeps them (workspace 11.14). */
@Injectable()
export class KnowledgeBuildGate implements ReleaseGate {
  constructor(private readonly builds: ReadyBuilds) {}

  async faults(db: StoreReader, _auth: AuthContext, release: PlannedRelease): Promise<FieldError[]> {
    const buildId = buildOf(release);
    if (buildId === null || (await this.builds.has(db, release.state.project.projectId, buildId))) return [];
    return [UNKNOWN];
  }

  /** @throws 422 if the worker has deleted the build at the same moment */
  async passed(tx: UnitOfWork, _auth: AuthContext, release: PlannedRelease): Promise<void> {
    const buildId = buildOf(release);
    if (buildId === null) return;
    if (!(await this.builds.keep(tx, release.state.project.projectId, buildId))) throw unprocessable(UNKNOWN);
  }
}

function buildOf({ next }: PlannedRelease): string | null {
  const buildId = next['assistant']?.['knowledge_build_id'];
  return typeof buildId === 'string' ? buildId : null;
}

/** The gate with its access to builds, for the module of releases. */
@Module({ imports: [ReadyBuildsModule], providers: [KnowledgeBuildGate], exports: [KnowledgeBuildGate] })
export class KnowledgeBuildGateModule {}
