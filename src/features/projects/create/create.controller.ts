import { Body, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { LifecycleSnapshotResponse } from '../snapshot/snapshot.response.js';
import { CreateProjectRequest } from './create.request.js';
import { CreateProjectService } from './create.service.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { PROJECT_ERRORS } from '../projects.errors.js';

/** Creates projects (projects section 4). */
@Routes('v1/projects', 'Projects')
export class CreateProjectController {
  constructor(private readonly projects: CreateProjectService) {}

  @Post()
  @Access({
    scopes: ['partner_admin'],
    client: 'query',
    surface: 'partner',
    errors: [PROJECT_ERRORS.limit],
  })
  @Idempotent({ operation: 'projects.create', required: true, key: 'header_or_body' })
  @Operation(
    'Creates a project for the client, in setup and with a first draft.',
    'Its id consists of the client id, the name and a random suffix.',
  )
  @ApiCreatedResponse({ type: LifecycleSnapshotResponse })
  createProject(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: CreateProjectRequest,
    @Reserved() reservation: Reservation,
  ): Promise<LifecycleSnapshotResponse> {
    return this.projects.create(auth, request, reservation);
  }
}
