import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { auditableId } from '../../../core/audit/auditable-id.policy.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError, unprocessable } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { ProjectDeploymentEntity } from '../../configuration/release.entities.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { LOCK_PROJECT } from '../../configuration/lookup/configurations.queries.js';
import { DEPLOYABLE_VERSION, RUNTIME_DRIFT } from './deployments.queries.js';
import type { RecordDeploymentRequest } from './deployments.request.js';
import type { DeploymentListResponse, DeploymentResponse, DriftResponse } from './deployments.response.js';
import { driftState } from './drift.policy.js';
import { PROJECT_ERRORS } from '../../projects/projects.errors.js';
import { WORKSPACE_ACTIONS } from '../../configuration/configuration.audit.js';

// Enough to follow the rollout of a version; older records stay in the table.
const SHOWN = 50;

interface DriftRow {
  expected_hash: string | null;
  observed_hash: string | null;
  reported_at: Date | null;
}

interface VersionRow {
  lifecycle_state: string;
  content_hash: string | null;
}

/** Deployments, as the runtime reports them and as people record them (workspace section 8). */
@Injectable()
export class DeploymentsService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /** @throws 404 for an unknown project */
  async drift(auth: AuthContext, projectId: string): Promise<DriftResponse> {
    const [row] = await this.metadata.read(auth, (db) => db.query<DriftRow>(RUNTIME_DRIFT, [projectId]));
    if (!row) throw notFound();
    return {
      state: driftState(row.expected_hash, row.observed_hash),
      expected_hash: row.expected_hash,
      observed_hash: row.observed_hash,
      checked_at: row.reported_at?.toISOString() ?? null,
    };
  }

  /** The last deployments, newest first. */
  async list(auth: AuthContext, projectId: string): Promise<DeploymentListResponse> {
    const deployments = await this.metadata.read(auth, (db) =>
      db
        .repo(ProjectDeploymentEntity)
        .find({ projectId }, { order: { deployedAt: 'DESC', deploymentId: 'DESC' }, take: SHOWN }),
    );
    return { items: deployments.map(recordOf) };
  }

  /** @throws 422 for a version that does not exist, 409 for an archived project */
  record(
    auth: AuthContext,
    projectId: string,
    { version_number: versionNumber, runtime_id: runtimeId, note }: RecordDeploymentRequest,
    reservation: Reservation,
  ): Promise<DeploymentResponse> {
    return this.metadata.transaction(
      auth,
      async (tx) => {
        await tx.query(LOCK_PROJECT, [projectId]);
        const [version] = await tx.query<VersionRow>(DEPLOYABLE_VERSION, [projectId, versionNumber]);
        if (!version) throw notFound();
        if (version.lifecycle_state === 'archived') throw new PlatformError(PROJECT_ERRORS.archived);
        if (version.content_hash === null) throw unknownVersion();
        const deployment = {
          deploymentId: randomUUID(),
          versionNumber,
          contentHash: version.content_hash,
          runtimeId,
          note: note ?? null,
          deployedAt: this.clock.now(),
          deployedBy: auth.principal.id,
        };
        await tx.repo(ProjectDeploymentEntity).insert({ projectId, ...deployment });
        await tx.auditDone(WORKSPACE_ACTIONS.provenanceRecorded, {
          project_id: projectId,
          deployment_id: deployment.deploymentId,
          version_number: versionNumber,
          runtime_id: auditableId(runtimeId),
        });
        return tx.complete(reservation, recordOf(deployment));
      },
      { serializeBy: `project ${projectId}` },
    );
  }
}

const unknownVersion = () =>
  unprocessable({
    loc: ['body', 'version_number'],
    message: 'must be a published version of the project',
    type: 'version_unknown',
  });

const recordOf = (
  deployment: Omit<ProjectDeploymentEntity, 'clientId' | 'dataEnv' | 'projectId'>,
): DeploymentResponse => ({
  deployment_id: deployment.deploymentId,
  version_number: deployment.versionNumber,
  content_hash: deployment.contentHash,
  runtime_id: deployment.runtimeId,
  note: deployment.note,
  deployed_at: deployment.deployedAt.toISOString(),
  deployed_by: deployment.deployedBy,
});
