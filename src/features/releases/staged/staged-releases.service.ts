import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../../core/shared/audit-event.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError, unprocessable } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { maskPhone } from '../../../core/privacy/masking/masking.policy.js';
import { Clock } from '../../../core/time/clock.js';
import { ProjectConfigurations } from '../../configuration/lookup/project-configurations.service.js';
import { WriteGuards } from '../../configuration/lookup/write-guards.service.js';
import { ProjectInboundNumberEntity } from '../../configuration/release.entities.js';
import { ProjectStagedReleaseEntity } from '../releases.entities.js';
import { WORKSPACE_ACTIONS } from '../../configuration/configuration.audit.js';
import { WORKSPACE_ERRORS } from '../../configuration/configuration.errors.js';
import { ReleaseWriter } from '../publish/release-writer.service.js';
import { FinishedReleases } from './finished-releases.service.js';
import { StagedHashes } from './staged-hashes.service.js';
import { STAGED_RELEASE } from './staged-releases.queries.js';
import type {
  EndStagedReleaseRequest,
  StartStagedReleaseRequest,
  StopWhenRequest,
} from './staged-releases.request.js';
import type { StagedReleaseResponse } from './staged-releases.response.js';
import type { StopRule } from '../rules/stop-rule.policy.js';

type Share =
  | { readonly percent: number; readonly numbers: null }
  | { readonly percent: null; readonly numbers: string[] };

/**
 * Versions that only some calls run until they are finished or taken back (workspace section 15).
 */
@Injectable()
export class StagedReleasesService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly configurations: ProjectConfigurations,
    private readonly writer: ReleaseWriter,
    private readonly guards: WriteGuards,
    private readonly finished: FinishedReleases,
    private readonly hashes: StagedHashes,
    private readonly clock: Clock,
  ) {}

  /**
   * The newest one, even if it has ended.
   * @throws 404 if there was none
   */
  async show(auth: AuthContext, projectId: string): Promise<StagedReleaseResponse> {
    const [row] = await this.metadata.read(auth, (db) =>
      db.query<StagedReleaseRow>(STAGED_RELEASE, [projectId]),
    );
    if (!row) throw notFound();
    return stagedReleaseRecord(row);
  }

  /**
   * Makes the draft the next version for only a share of the calls; draft and published version
   * stay unchanged.
   * @param ifMatch the header: the draft's etag
   * @throws as publishing does; 422 unless a percentage or numbers are named; 409 for a project
   *   that is not active with a published version, and while another one is active; 503 without the
   *   tenant's key
   */
  async start(
    auth: AuthContext,
    projectId: string,
    request: StartStagedReleaseRequest,
    ifMatch: string | undefined,
    reservation: Reservation,
  ): Promise<StagedReleaseResponse> {
    const share = shareOf(request);
    const stopWhen = request.stop_when ? stopRuleOf(request.stop_when) : null;
    const key = await this.hashes.current(auth);
    return this.configurations.edit(auth, projectId, async (tx, state) => {
      await this.guards.requireDraft(auth, tx, state, { ifMatch });
      const { draft, published, project } = state;
      // There is no published version yet for the other calls.
      if (!published || project.lifecycleState !== 'active')
        throw new PlatformError(WORKSPACE_ERRORS.notPublished);
      if (!draft) throw new PlatformError(WORKSPACE_ERRORS.nothingToPublish);
      const version = await this.writer.make(tx, auth, state, state, {
        kind: 'stage',
        rolledBackFrom: null,
        changeNote: request.change_note ?? null,
      });
      if (!version) throw new PlatformError(WORKSPACE_ERRORS.nothingToPublish);
      const { versionNumber, contentHash, changeNote, publishedAt } = version;
      const hash = key.of(projectId, versionNumber);
      const release = {
        percent: share.percent,
        numbersMasked: share.numbers?.map(maskPhone) ?? [],
        startedBy: auth.principal.id,
        startedAt: publishedAt,
      };
      await tx.repo(ProjectStagedReleaseEntity).insert({
        projectId,
        versionNumber,
        ...release,
        numberHashes: share.numbers?.map((number) => hash.number(number)) ?? [],
        matchingKeyId: key.keyId,
        draftEtag: draft.etag,
        state: 'active',
        stopWhen,
      });
      await tx.auditDone(WORKSPACE_ACTIONS.stagedReleaseStarted, {
        project_id: projectId,
        version_number: versionNumber,
        content_hash: contentHash,
        draft_etag: draft.etag,
        percent: share.percent,
        numbers: share.numbers?.length ?? 0,
        ...Object.fromEntries(Object.entries(stopWhen ?? {}).map(([name, value]) => [`stop_${name}`, value])),
      });
      return tx.complete(
        reservation,
        stagedReleaseRecord({
          version_number: versionNumber,
          content_hash: contentHash,
          change_note: changeNote,
          state: 'active',
          percent: release.percent,
          numbers_masked: release.numbersMasked,
          started_by: release.startedBy,
          started_at: release.startedAt,
          ended_by: null,
          ended_at: null,
          runtime_id: null,
          runtime_reported_at: null,
          stop_when: stopWhen,
          stopped: null,
        }),
      );
    });
  }

  /**
   * Publishes the staged version, with everything that publishing does.
   * @throws 409 unless that version is staged, or for an archived project; 422 with everything that
   *   prevents its publication today
   */
  finish(
    auth: AuthContext,
    projectId: string,
    { version_number: versionNumber }: EndStagedReleaseRequest,
    reservation: Reservation,
  ): Promise<StagedReleaseResponse> {
    return this.configurations.edit(auth, projectId, async (tx, state) => {
      const endedAt = this.clock.now();
      await this.finished.publish(tx, auth, state, versionNumber, endedAt);
      return this.end(tx, auth, { projectId, versionNumber, endedAt }, 'finished', reservation);
    });
  }

  /**
   * Makes all calls use the published version.
   * @throws 409 unless that version is staged
   */
  takeBack(
    auth: AuthContext,
    projectId: string,
    { version_number: versionNumber }: EndStagedReleaseRequest,
    reservation: Reservation,
  ): Promise<StagedReleaseResponse> {
    return this.configurations.edit(auth, projectId, (tx) =>
      this.end(tx, auth, { projectId, versionNumber, endedAt: this.clock.now() }, 'taken_back', reservation),
    );
  }

  private async end(
    tx: UnitOfWork,
    auth: AuthContext,
    { projectId, versionNumber, endedAt }: { projectId: string; versionNumber: number; endedAt: Date },
    state: 'finished' | 'taken_back',
    reservation: Reservation,
  ): Promise<StagedReleaseResponse> {
    const ended = await tx
      .repo(ProjectStagedReleaseEntity)
      .update({ projectId, versionNumber, state: 'active' }, { state, endedAt, endedBy: auth.principal.id });
    if (ended === 0) throw new PlatformError(WORKSPACE_ERRORS.stagedReleaseEnded);
    if (state === 'taken_back') {
      await tx.repo(ProjectInboundNumberEntity).delete({ projectId, isStaged: true });
    }
    // It is the newest one, because no other can start while it is active.
    const [row] = await tx.query<StagedReleaseRow>(STAGED_RELEASE, [projectId]);
    await tx.auditDone(ACTIONS[state], {
      project_id: projectId,
      version_number: versionNumber,
      content_hash: row!.content_hash,
    });
    return tx.complete(reservation, stagedReleaseRecord(row!));
  }
}

const ACTIONS: Readonly<Record<'finished' | 'taken_back', AuditAction>> = {
  finished: WORKSPACE_ACTIONS.stagedReleaseFinished,
  taken_back: WORKSPACE_ACTIONS.stagedReleaseTakenBack,
};

/** @throws 422 if neither or both are sent */
function shareOf({ percent, numbers }: StartStagedReleaseRequest): Share {
  if (percent !== undefined && numbers === undefined) return { percent, numbers: null };
  if (numbers !== undefined && percent === undefined) return { percent: null, numbers };
  throw unprocessable({
    loc: ['body', 'percent'],
    message: 'must be sent unless numbers is sent; send only one of the two',
    type: percent === undefined ? 'missing' : 'percent_and_numbers',
  });
}

/** A staged release as the statements of this folder return it. */
type StagedReleaseRow = Omit<
  StagedReleaseResponse,
  'numbers' | 'started_at' | 'ended_at' | 'runtime_reported_at'
> & {
  readonly numbers_masked: string[];
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly runtime_reported_at: Date | null;
};

const stagedReleaseRecord = (row: StagedReleaseRow): StagedReleaseResponse => ({
  version_number: row.version_number,
  content_hash: row.content_hash,
  state: row.state,
  percent: row.percent,
  numbers: row.percent === null ? row.numbers_masked : null,
  change_note: row.change_note,
  started_at: row.started_at.toISOString(),
  started_by: row.started_by,
  ended_at: row.ended_at?.toISOString() ?? null,
  ended_by: row.ended_by,
  runtime_id: row.runtime_id,
  runtime_reported_at: row.runtime_reported_at?.toISOString() ?? null,
  stop_when: row.stop_when,
  stopped: row.stopped,
});

const stopRuleOf = (request: StopWhenRequest): StopRule => ({
  failed_share: request.failed_share ?? null,
  escalation_share: request.escalation_share ?? null,
  abandoned_share: request.abandoned_share ?? null,
  min_calls: request.min_calls,
});
