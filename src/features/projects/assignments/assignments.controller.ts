import { Body, Delete, Param, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { LifecycleSnapshotResponse } from '../snapshot/snapshot.response.js';
import { AssignMemberRequest, AssignmentParams, RemoveAssignmentRequest } from './assignments.request.js';
import { AssignmentsService } from './assignments.service.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { PROJECT_ERRORS } from '../projects.errors.js';

const { conflict } = CATALOGUE;

const PEOPLE = {
  scopes: ['partner_admin'],
  credentials: 'bearer',
  client: 'query',
  project: 'params',
  surface: 'partner',
} as const;

/**
 * The people who see a project (projects 6.1): only signed-in administrators use these routes,
 * because a key is not a member of a partner.
 */
@Routes('v1/projects/:project_id/assignments', 'Projects')
export class AssignmentsController {
  constructor(private readonly assignments: AssignmentsService) {}

  @Post()
  @Access({ ...PEOPLE, errors: [conflict, PROJECT_ERRORS.archived, PROJECT_ERRORS.assignmentExists] })
  @Idempotent({ operation: 'projects.assignments.create', required: true, key: 'header_or_body' })
  @Operation('Assigns a project to a member of your organisation.')
  @Answers(LifecycleSnapshotResponse)
  assignMember(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @Body() request: AssignMemberRequest,
    @Reserved() reservation: Reservation,
  ): Promise<LifecycleSnapshotResponse> {
    return this.assignments.assign(auth, projectId, request, reservation);
  }

  @Delete(':assignment_id')
  @Access({ ...PEOPLE, errors: [conflict, PROJECT_ERRORS.archived] })
  @Idempotent({ operation: 'projects.assignments.remove', required: true, key: 'header_or_body' })
  @Operation("Ends a member's assignment to a project, from the next request on.")
  @Answers(LifecycleSnapshotResponse)
  removeAssignment(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, assignment_id: assignmentId }: AssignmentParams,
    @Query() _query: ClientChoice,
    @Body() request: RemoveAssignmentRequest,
    @Reserved() reservation: Reservation,
  ): Promise<LifecycleSnapshotResponse> {
    return this.assignments.remove(auth, projectId, assignmentId, request, reservation);
  }
}
