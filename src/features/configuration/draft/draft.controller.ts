import { Body, Delete, Get, Param, Put, Query, Res } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, IfMatch, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import type { BodyLimits } from '../../../core/auth/body-limits.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { Idempotent } from '../../../core/idempotency/idempotent.decorator.js';
import { MAX_SECTION_BYTES } from '../rules/saved-configuration.policy.js';
import { RawRequest, type ReceivedRequest } from '../rules/raw-request.js';
import { DraftDiscards } from './draft-discards.service.js';
import { DraftQuery, DraftSectionParams } from './draft.request.js';
import { DraftResponse } from './draft.response.js';
import { DraftService } from './draft.service.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { withEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { PROJECT_ERRORS } from '../../projects/projects.errors.js';
import { WORKSPACE_ERRORS } from '../configuration.errors.js';
import { PARTNER_ROLES } from '../../../core/shared/roles.js';

const ETAG = {
  ETag: {
    description: 'The etag in double quotes, for If-Match; absent while there is no draft.',
    schema: { type: 'string' as const },
  },
};

// Four sections of the largest size: no person edits more of them at once, and every body takes
// time from other requests.
const BODY: BodyLimits = { bytes: 4 * MAX_SECTION_BYTES, types: ['application/json'] };

const OF_PROJECT = { client: 'query', project: 'params', surface: 'partner' } as const;

const GUARD =
  'The etag of the draft that you read. Once a draft exists it is required, and * is not enough: 428. A ' +
  'stale one is 409, with details.stale.';

const DISCARDERS = {
  scopes: ['partner_admin'] as const,
  ...OF_PROJECT,
  errors: [CATALOGUE.conflict, CATALOGUE.preconditionRequired, PROJECT_ERRORS.archived],
};

/** The draft as a whole (workspace section 3). */
@Routes('v1/projects/:project_id/draft', 'Project workspace')
export class DraftController {
  constructor(
    private readonly drafts: DraftService,
    private readonly discards: DraftDiscards,
  ) {}

  @Get()
  @Access({ scopes: PARTNER_ROLES, ...OF_PROJECT })
  @Operation("Shows the draft of a project's configuration, section by section.")
  @Answers(DraftResponse, { headers: ETAG })
  async getDraft(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() { include }: DraftQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DraftResponse> {
    return withEtag(response, await this.drafts.show(auth, projectId, include));
  }

  @Put()
  @Idempotent({ operation: 'workspace.draft.replace' })
  @Access({
    scopes: ['partner_admin'],
    ...OF_PROJECT,
    body: BODY,
    errors: [
      CATALOGUE.validationFailed,
      CATALOGUE.conflict,
      CATALOGUE.preconditionRequired,
      PROJECT_ERRORS.archived,
      WORKSPACE_ERRORS.draftLimit,
    ],
  })
  @Operation(
    'Saves several sections to the draft at once: all of them or none.',
    "Omitted and unchanged sections stay as they are. The requirements of each section's own route apply " +
      'here too: a section that you may not write is 404, an Idempotency-Key is required if one of the ' +
      'sections requires it (400), and transfer-routing needs customer_destinations_version in its ' +
      'configuration: missing is 422, stale 409. The response of GET /draft?include=configurations is ' +
      'accepted unchanged: its configurations replace whole sections, its etag is the guard if If-Match is ' +
      'left out, and its states and times are ignored.',
  )
  @IfMatch(GUARD)
  @ApiBody({
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        sections: {
          type: 'object',
          minProperties: 1,
          additionalProperties: { type: 'object' },
          description:
            "By section name: the value of configuration in the section's own route. Required unless " +
            'configurations are sent.',
        },
        configurations: {
          type: 'object',
          minProperties: 1,
          additionalProperties: { type: 'object' },
          description:
            'As returned by GET /draft?include=configurations; sections may then be sent as returned, too.',
        },
        project_id: { type: 'string', description: 'With configurations; of another project: 422.' },
        etag: {
          type: 'string',
          nullable: true,
          description: 'With configurations. Serves as the guard if If-Match is not sent.',
        },
        base_version_number: {
          type: 'integer',
          nullable: true,
          description:
            'With configurations; the guard, where there is no draft: any version other than the published one is 409.',
        },
        updated_at: { type: 'string', nullable: true, description: 'With configurations; not written.' },
      },
      example: {
        sections: {
          'dashboard-metadata': {
            display_name: 'Front desk',
            timezone: 'Australia/Sydney',
            colour: '#1f6feb',
          },
        },
      },
    },
  })
  @Answers(DraftResponse, { headers: ETAG })
  async replaceDraft(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @RawRequest() sent: ReceivedRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DraftResponse> {
    return withEtag(response, await this.drafts.replace(auth, projectId, sent));
  }

  @Delete()
  @Idempotent({ operation: 'workspace.draft.discard' })
  @Access({ ...DISCARDERS, errors: [...DISCARDERS.errors, CATALOGUE.validationFailed] })
  @Operation(
    'Discards the draft: every section returns to its published values, or to its defaults.',
    'Without a draft nothing changes. A draft that changes governance or testing overrides is discarded with ' +
      'a bearer token only: a key gets 422 bearer_required. Discarded edits still count in the next draft.',
  )
  @IfMatch(GUARD)
  @Answers(DraftResponse, { headers: ETAG })
  async discardDraft(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @RawRequest() sent: ReceivedRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DraftResponse> {
    return withEtag(response, await this.discards.discardAll(auth, projectId, sent));
  }

  @Delete('sections/:section')
  @Idempotent({ operation: 'workspace.draft.discard-section' })
  @Access(DISCARDERS)
  @Operation(
    'Discards the draft of one section; with its last section the draft ends.',
    'A section that you may not write is 404; for a section that the draft does not change, nothing happens.',
  )
  @IfMatch(GUARD)
  @Answers(DraftResponse, { headers: ETAG })
  async discardSection(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, section }: DraftSectionParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @RawRequest() sent: ReceivedRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DraftResponse> {
    return withEtag(response, await this.discards.discardSection(auth, projectId, section, sent));
  }
}
