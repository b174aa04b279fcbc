import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { ProjectDraftEntity, ProjectDraftSectionEntity } from '../../configuration/draft.entities.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { ConfigurationState } from '../../configuration/rules/configuration-state.js';
import { ProjectConfigurations } from '../../configuration/lookup/project-configurations.service.js';
import { requireBody } from '../../../core/http/schemas/schema-check.policy.js';
import { closed } from '../../../core/http/schemas/schema-parts.js';
import type { ReceivedRequest } from '../../configuration/rules/raw-request.js';
import { keepDraft, ReleaseWriter } from './release-writer.service.js';
import type { VersionResponse } from './releases.response.js';
import { versionRecord } from './version-record.js';
import { WORKSPACE_ERRORS } from '../../configuration/configuration.errors.js';
import { WORKSPACE_ACTIONS } from '../../configuration/configuration.audit.js';

const SECTION = 'dashboard-metadata';
const NO_BODY = closed({});

/**
 * Publishes only the dashboard metadata of a draft (workspace 10.5, 10.6): a version with the
 * content of the previous one and this section replaced. The other sections stay in the draft.
 */
@Injectable()
export class DashboardReleaseService {
  constructor(
    private readonly configurations: ProjectConfigurations,
    private readonly writer: ReleaseWriter,
  ) {}

  /**
   * @throws 404; 409 for a project that is archived or was never published, and if the draft has
   *   nothing new for dashboards; 422 with everything that prevents its publication
   */
  async publish(
    auth: AuthContext,
    projectId: string,
    { body, reservation }: ReceivedRequest,
  ): Promise<VersionResponse> {
    requireBody(NO_BODY, body ?? {});
    return this.configurations.edit(auth, projectId, async (tx, state) => {
      const version = await this.writer.write(tx, auth, state, dashboardPartOf(state), {
        kind: 'dashboard',
        rolledBackFrom: null,
        changeNote: null,
      });
      if (!version) throw new PlatformError(WORKSPACE_ERRORS.nothingToPublish);
      await this.takeFromDraft(tx, state, version.version_number);
      await tx.auditDone(WORKSPACE_ACTIONS.dashboardPublished, {
        project_id: projectId,
        version_number: version.version_number,
        content_hash: version.content_hash,
      });
      return tx.complete(reservation, versionRecord(version));
    });
  }

  /** Without other sections the draft ends; otherwise it is now based on the new version. */
  private async takeFromDraft(
    tx: UnitOfWork,
    state: ConfigurationState,
    versionNumber: number,
  ): Promise<void> {
    const { projectId } = state.project;
    await tx.repo(ProjectDraftSectionEntity).delete({ projectId, section: SECTION });
    const isLast = Object.keys(state.draft?.sections ?? {}).length <= 1;
    if (isLast) await tx.repo(ProjectDraftEntity).delete({ projectId });
    else await keepDraft(tx, state, versionNumber);
  }
}

/**
 * The published state, with only the dashboard metadata of the draft.
 * @throws 409 without a published version, or without such metadata: the first version makes a
 *   project active with everything that its assistant does, and dashboards must not cause that
 */
function dashboardPartOf(state: ConfigurationState): ConfigurationState {
  const { draft, published, project } = state;
  if (!published || project.lifecycleState !== 'active')
    throw new PlatformError(WORKSPACE_ERRORS.notPublished);
  const drafted = draft?.sections[SECTION];
  if (!drafted) throw new PlatformError(WORKSPACE_ERRORS.nothingToPublish);
  return { ...state, draft: { ...draft, sections: { [SECTION]: drafted } } };
}
