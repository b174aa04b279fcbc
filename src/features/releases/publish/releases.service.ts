import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError, unprocessable } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import {
  DiscardedDraftEntity,
  ProjectDraftEntity,
  ProjectDraftSectionEntity,
} from '../../configuration/draft.entities.js';
import { ProjectVersionEntity } from '../../configuration/release.entities.js';
import { ProjectStagedReleaseEntity } from '../releases.entities.js';
import type { ConfigurationState } from '../../configuration/rules/configuration-state.js';
import { ConversationGates } from '../../configuration/lookup/conversation-gate.service.js';
import { ProjectConfigurations } from '../../configuration/lookup/project-configurations.service.js';
import { SealedSections } from '../../configuration/lookup/sealed-sections.service.js';
import { SectionDiscards } from '../../configuration/lookup/section-discards.service.js';
import { WriteGuards } from '../../configuration/lookup/write-guards.service.js';
import { keepDraft, ReleaseWriter } from './release-writer.service.js';
import type { PublishRequest, RollbackRequest } from './releases.request.js';
import type { PublicationResponse, VersionResponse } from './releases.response.js';
import { versionRecord, type VersionRow } from './version-record.js';
import { VERSION_RECORD } from './versions.queries.js';
import { WORKSPACE_ACTIONS } from '../../configuration/configuration.audit.js';
import { WORKSPACE_ERRORS } from '../../configuration/configuration.errors.js';

/** Publishes and rolls back a project's configuration (workspace section 5). */
@Injectable()
export class ReleasesService {
  constructor(
    private readonly configurations: ProjectConfigurations,
    private readonly writer: ReleaseWriter,
    private readonly guards: WriteGuards,
    private readonly sealed: SealedSections,
    private readonly discards: SectionDiscards,
    private readonly tests: ConversationGates,
  ) {}

  /**
   * Publishes the draft as the next version, completely or not at all, and activates the project. A
   * draft that equals the published version ends without a new version.
   * @param ifMatch the header: the draft's etag
   * @throws 428 without the etag of an existing draft, 409 for a stale one, for an archived project
   *   and if there is neither a draft nor anything new, 422 with everything that prevents its
   *   publication
   */
  publish(
    auth: AuthContext,
    projectId: string,
    { change_note: changeNote }: PublishRequest,
    ifMatch: string | undefined,
    reservation: Reservation,
  ): Promise<PublicationResponse> {
    return this.configurations.edit(auth, projectId, async (tx, state) => {
      await this.guards.requireDraft(auth, tx, state, { ifMatch });
      const conversationTests = await this.tests.summary(tx, state);
      const version = await this.writer.write(tx, auth, state, state, {
        kind: 'publish',
        rolledBackFrom: null,
        changeNote: changeNote ?? null,
      });
      if (!version) {
        const ended = await this.endDraft(tx, auth, state);
        return tx.complete(reservation, { ...ended, conversation_tests: conversationTests });
      }
      await tx.repo(ProjectDraftSectionEntity).delete({ projectId });
      await tx.repo(ProjectDraftEntity).delete({ projectId });
      // Publishing the whole draft resets the count of discarded edits.
      if (state.discarded) await tx.repo(DiscardedDraftEntity).update({ projectId }, { editCount: 0 });
      await tx.auditDone(WORKSPACE_ACTIONS.published, {
        project_id: projectId,
        version_number: version.version_number,
        content_hash: version.content_hash,
        draft_etag: state.draft?.etag ?? null,
      });
      return tx.complete(reservation, {
        ...versionRecord(version),
        changed: true,
        conversation_tests: conversationTests,
      });
    });
  }

  /**
   * Ends a draft that equals the published version.
   * @returns the published version
   * @throws 409 nothing_to_publish if there is no draft either
   */
  private async endDraft(
    tx: UnitOfWork,
    auth: AuthContext,
    state: ConfigurationState,
  ): Promise<Omit<PublicationResponse, 'conversation_tests'>> {
    const { draft, project } = state;
    if (!draft) throw new PlatformError(WORKSPACE_ERRORS.nothingToPublish);
    const { projectId, latestPublishedVersion } = project;
    await this.discards.discard(tx, auth, { ...state, draft }, Object.keys(draft.sections));
    await tx.auditDone(WORKSPACE_ACTIONS.draftDiscarded, {
      project_id: projectId,
      sections: Object.keys(draft.sections).toSorted().join(' '),
      etag: null,
      previous_etag: draft.etag,
    });
    const [published] = await tx.query<VersionRow>(VERSION_RECORD, [projectId, latestPublishedVersion]);
    return { ...versionRecord(published!), changed: false };
  }

  /**
   * Publishes the content of an older version as the next version; parts with their own version get
   * a new one. A draft keeps its content, under another etag.
   * @throws 422 for a version that does not exist, or with everything that prevents its publication
   *   today; 409 for an archived project and if it equals the published version
   */
  rollback(
    auth: AuthContext,
    projectId: string,
    { version_number: target, change_note: changeNote }: RollbackRequest,
    reservation: Reservation,
  ): Promise<VersionResponse> {
    return this.configurations.edit(auth, projectId, async (tx, state) => {
      const old = await tx.repo(ProjectVersionEntity).findOne({ projectId, versionNumber: target });
      if (!old) throw unknownVersion('must be a published version of the project');
      const taken = { projectId, versionNumber: target, state: 'taken_back' } as const;
      if (await tx.repo(ProjectStagedReleaseEntity).findOne(taken))
        throw unknownVersion(
          'must be a version that was published: this one was staged and taken back. GET /versions shows ' +
            'the state of each; to release its content, put it into a draft',
        );
      const sections = await this.sealed.openVersion(auth, projectId, target, old.sections);
      const version = await this.writer.write(
        tx,
        auth,
        state,
        { ...state, draft: null, published: { ...old, sections } },
        { kind: 'rollback', rolledBackFrom: target, changeNote: changeNote ?? null },
      );
      if (!version) {
        throw new PlatformError(WORKSPACE_ERRORS.nothingToPublish, {
          message: `Version ${target} has the same content as the published version. GET /versions lists the others.`,
        });
      }
      await keepDraft(tx, state);
      await tx.auditDone(WORKSPACE_ACTIONS.rolledBack, {
        project_id: projectId,
        version_number: version.version_number,
        content_hash: version.content_hash,
        rolled_back_from: target,
      });
      return tx.complete(reservation, versionRecord(version));
    });
  }
}

const unknownVersion = (message: string) =>
  unprocessable({ loc: ['body', 'version_number'], message, type: 'version_unknown' });
