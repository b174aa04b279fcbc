import { Body, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { LifecycleSnapshotResponse } from '../snapshot/snapshot.response.js';
import { EditProjectRequest, MoveProjectRequest } from './lifecycle.request.js';
import { LifecycleService } from './lifecycle.service.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { PROJECT_ERRORS } from '../projects.errors.js';
import { INTERNAL_ROLES, PARTNER_ROLES } from '../../../core/shared/roles.js';

const { conflict } = CATALOGUE;

const OF_PROJECT = { client: 'query', project: 'params', surface: 'partner' } as const;
const WRITERS = { scopes: ['partner_admin'], ...OF_PROJECT } as const;

/** Shows, edits, archives and restores projects (projects section 5). */
@Routes('v1/projects/:project_id', 'Projects')
export class LifecycleController {
  constructor(private readonly lifecycle: LifecycleService) {}

  @Get('lifecycle')
  @Access({ scopes: [...PARTNER_ROLES, ...INTERNAL_ROLES], ...OF_PROJECT })
  @Operation('Shows a project with its state, profile, assignments and what you may do with it.')
  @Answers(LifecycleSnapshotResponse)
  getProjectLifecycle(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
  ): Promise<LifecycleSnapshotResponse> {
    return this.lifecycle.show(auth, projectId);
  }

  @Patch('lifecycle')
  @Access({ ...WRITERS, errors: [conflict, PROJECT_ERRORS.archived] })
  @Idempotent({ operation: 'projects.edit' })
  @Operation('Changes name, time zone, notes or profile of a project that is not archived.')
  @Answers(LifecycleSnapshotResponse)
  editProject(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @Body() request: EditProjectRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<LifecycleSnapshotResponse> {
    return this.lifecycle.edit(auth, projectId, request, reservation);
  }

  @Post('archive')
  @Access({ ...WRITERS, errors: [conflict, PROJECT_ERRORS.archived] })
  @Idempotent({ operation: 'projects.archive', required: true, key: 'header_or_body' })
  @Operation('Archives a project: it can then only be read or restored.')
  @Answers(LifecycleSnapshotResponse)
  archiveProject(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @Body() request: MoveProjectRequest,
    @Reserved() reservation: Reservation,
  ): Promise<LifecycleSnapshotResponse> {
    return this.lifecycle.archive(auth, projectId, request, reservation);
  }

  @Post('restore')
  @Access({ ...WRITERS, errors: [conflict, PROJECT_ERRORS.notArchived, PROJECT_ERRORS.inboundNumberTaken] })
  @Idempotent({ operation: 'projects.restore', required: true, key: 'header_or_body' })
  @Operation(
    'Restores an archived project to setup.',
    'A project that is not archived is 409 project_not_archived. If another project now answers its ' +
      'published inbound numbers, the project stays archived: 409 inbound_number_taken names the numbers ' +
      'and that project.',
  )
  @Answers(LifecycleSnapshotResponse)
  restoreProject(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @Body() request: MoveProjectRequest,
    @Reserved() reservation: Reservation,
  ): Promise<LifecycleSnapshotResponse> {
    return this.lifecycle.restore(auth, projectId, request, reservation);
  }
}
