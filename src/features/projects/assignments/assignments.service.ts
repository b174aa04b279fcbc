import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError, unprocessable } from '../../../core/shared/platform-error.js';
import { echoableToken, staleConflict } from '../../../core/http/errors/stale.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { ProjectAssignmentEntity } from '../projects.entities.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { managedOrganisation } from '../rules/permissions.policy.js';
import { ProjectMutations } from '../snapshot/project-mutations.service.js';
import { IS_ELIGIBLE_MEMBER, IS_OWN_ASSIGNMENT } from '../snapshot/snapshot.queries.js';
import { LifecycleSnapshotResponse } from '../snapshot/snapshot.response.js';
import type { AssignMemberRequest, RemoveAssignmentRequest } from './assignments.request.js';
import { PROJECT_ERRORS } from '../projects.errors.js';
import { PROJECT_ACTIONS } from '../projects.audit.js';

/**
 * Decides which members see a project (projects section 6). Visibility is read for every request,
 * so a change applies from the next one.
 */
@Injectable()
export class AssignmentsService {
  constructor(private readonly changes: ProjectMutations) {}

  /**
   * Assigns a member of the caller's organisation.
   * @throws 422 when the member cannot be assigned, whether or not such a person exists; 409 when
   *   the member is assigned already, the project archived or its revision stale
   */
  assign(
    auth: AuthContext,
    projectId: string,
    request: AssignMemberRequest,
    reservation: Reservation,
  ): Promise<LifecycleSnapshotResponse> {
    const memberId = request.member_id.toLowerCase();
    return this.changes.apply(auth, projectId, reservation, {
      action: 'edit',
      revisionToken: request.revision_token,
      work: async (tx, _project, createdAt) => {
        const assignments = tx.repo(ProjectAssignmentEntity);
        const present = await assignments.findOne({ projectId, memberId, active: true });
        if (present && (await isOwn(auth, tx, projectId, present.assignmentId)))
          throw new PlatformError(PROJECT_ERRORS.assignmentExists);
        if (!(await isEligible(auth, tx, projectId, memberId))) {
          throw unprocessable({
            loc: ['body', 'member_id'],
            message: 'must be one of the available_members of the project',
            type: 'member_not_available',
          });
        }
        await assignments.insert({
          projectId,
          memberId,
          roleVisibility: request.role_visibility,
          assignmentNote: request.assignment_note ?? null,
          assignedBy: auth.principal.id,
          createdAt,
        });
        return {
          audit: {
            action: PROJECT_ACTIONS.assignmentCreated,
            metadata: { member_id: memberId, role_visibility: request.role_visibility },
          },
          paths: ['/assignments'],
        };
      },
    });
  }

  /**
   * Removes an assignment; its row is kept as a record.
   * @throws 404 if the project no longer has such an assignment; 409 when the project is archived
   *   or the assignment's revision stale
   */
  remove(
    auth: AuthContext,
    projectId: string,
    assignmentId: string,
    request: RemoveAssignmentRequest,
    reservation: Reservation,
  ): Promise<LifecycleSnapshotResponse> {
    return this.changes.apply(auth, projectId, reservation, {
      action: 'edit',
      revisionToken: null,
      work: async (tx) => {
        const assignments = tx.repo(ProjectAssignmentEntity);
        const found = isGivenId(assignmentId)
          ? await assignments.findOne({ projectId, assignmentId, active: true })
          : null;
        if (!found || !(await isOwn(auth, tx, projectId, assignmentId))) throw notFound();
        if (request.assignment_revision_token !== String(found.revision)) {
          throw staleAssignment(request.assignment_revision_token, found.revision);
        }
        await assignments.update({ assignmentId }, { active: false, revision: found.revision + 1 });
        return {
          audit: {
            action: PROJECT_ACTIONS.assignmentRemoved,
            metadata: { assignment_id: found.assignmentId, member_id: found.memberId },
          },
          paths: ['/assignments'],
        };
      },
    });
  }
}

/** An assignment changes only by its removal, so no field can have changed since. */
const staleAssignment = (sent: string, revision: number): PlatformError =>
  staleConflict(
    {
      guard: 'assignment_revision_token',
      sent: echoableToken(sent),
      current: String(revision),
      changed_paths: null,
    },
    "assignment_revision_token is not the assignment's current revision. Read the lifecycle again and send the current one.",
  );

/** Whether the assignment belongs to a person of the caller's organisation. */
async function isOwn(
  auth: AuthContext,
  tx: UnitOfWork,
  projectId: string,
  assignmentId: string,
): Promise<boolean> {
  const [answer] = await tx.query<{ own: boolean }>(IS_OWN_ASSIGNMENT, [
    projectId,
    managedOrganisation(auth),
    assignmentId,
  ]);
  return answer?.own ?? false;
}

async function isEligible(
  auth: AuthContext,
  tx: UnitOfWork,
  projectId: string,
  memberId: string,
): Promise<boolean> {
  const [answer] = await tx.query<{ eligible: boolean }>(IS_ELIGIBLE_MEMBER, [
    projectId,
    managedOrganisation(auth),
    memberId,
  ]);
  return answer?.eligible ?? false;
}
