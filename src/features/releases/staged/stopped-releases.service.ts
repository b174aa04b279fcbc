import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { ListensInTransaction, type TransactionListener } from '../../../core/work/events/listener.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { WORKSPACE_ACTIONS } from '../../configuration/configuration.audit.js';
import { ProjectInboundNumberEntity } from '../../configuration/release.entities.js';
import { Notices } from '../../email-routing/lookup/notices.service.js';
import { ProjectArchived } from '../../projects/projects.events.js';
import { ProjectStagedReleaseEntity } from '../releases.entities.js';
import { END_BY_RULE, RELEASES_WITH_RULE } from './staged-releases.queries.js';
import {
  reachedLimit,
  type CallsSoFar,
  type StopEvidence,
  type StopRule,
} from '../rules/stop-rule.policy.js';
import { StoppedReleaseNotice } from './stopped-release-notice.js';

/** An active staged release with a rule. */
export interface RuledRelease {
  readonly project_id: string;
  readonly version_number: number;
  readonly started_at: Date;
  readonly stop_when: StopRule;
}

/** Ends staged releases whose calls have reached a limit of their rule (workspace 15.12). */
@Injectable()
export class StoppedReleases {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly notices: Notices,
    private readonly notice: StoppedReleaseNotice,
    private readonly clock: Clock,
  ) {}

  /** The active releases of a tenant that have a rule. */
  withRule(auth: AuthContext): Promise<RuledRelease[]> {
    return this.metadata.read(auth, (db) => db.query<RuledRelease>(RELEASES_WITH_RULE, []));
  }

  /**
   * Takes the release back if its calls have reached a limit, with its evidence, its audit row and
   * its notice, or does nothing if it has ended meanwhile.
   */
  async check(auth: AuthContext, release: RuledRelease, calls: CallsSoFar): Promise<void> {
    const evidence = reachedLimit(release.stop_when, calls, this.clock.now());
    if (evidence !== null) await this.takeBack(auth, release, evidence);
  }

  private takeBack(
    auth: AuthContext,
    { project_id: projectId, version_number: versionNumber }: RuledRelease,
    evidence: StopEvidence,
  ): Promise<void> {
    return this.metadata.transaction(auth, async (tx) => {
      // A person may end it at the same moment: the first change of the state counts.
      const ended = await tx.query(END_BY_RULE, [
        projectId,
        versionNumber,
        evidence.checked_at,
        JSON.stringify(evidence),
      ]);
      if (ended.length === 0) return;
      await tx.repo(ProjectInboundNumberEntity).delete({ projectId, isStaged: true });
      const { rule, limit, share, calls } = evidence;
      await tx.auditDone(WORKSPACE_ACTIONS.stagedReleaseStopped, {
        project_id: projectId,
        version_number: versionNumber,
        rule,
        limit,
        share,
        calls,
      });
      await this.notices.tell(tx, {
        tenant: auth,
        kind: this.notice,
        subject: projectId,
        period: String(versionNumber),
        facts: { project_id: projectId, version_number: versionNumber, rule, limit, share, calls },
      });
    });
  }
}

/** Takes a staged release back when its project is archived: a restored project has none. */
@ListensInTransaction()
export class EndStagedReleaseOnProjectArchived implements TransactionListener<ProjectArchived> {
  readonly event = ProjectArchived;

  async handle(tx: UnitOfWork, { projectId, archivedAt }: ProjectArchived): Promise<void> {
    await tx
      .repo(ProjectStagedReleaseEntity)
      .update({ projectId, state: 'active' }, { state: 'taken_back', endedAt: archivedAt });
  }
}
