import { Get, Param, Post, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiBody, ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, IfMatch, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { BodyLimits } from '../../../core/auth/body-limits.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { Idempotent } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { RateLimit, type RateWindows } from '../../../core/rate-limit/rate-limit.decorator.js';
import { RawRequest, type ReceivedRequest } from '../rules/raw-request.js';
import { MAX_MEMBERS, MAX_VALUES } from '../../../core/http/body-size.policy.js';
import { MAX_SECTION_BYTES } from '../rules/saved-configuration.policy.js';
import { PROJECT_ERRORS } from '../../projects/projects.errors.js';
import { WORKSPACE_ERRORS } from '../configuration.errors.js';
import { CloneService } from './clone.service.js';
import { CLONE_BODY, EXAMPLE_FILE, FILE_BODY } from './configuration-files.openapi.js';
import { ExportQuery, ImportQuery } from './configuration-files.request.js';
import { IncomingResponse } from './configuration-files.response.js';
import { ConfigurationFilesService, etagHeader } from './configuration-files.service.js';
import { PARTNER_ROLES } from '../../../core/shared/roles.js';

const OF_PROJECT = { client: 'query', project: 'params', surface: 'partner' } as const;

// All sections at their maximum size take 11 MiB; the rest is for line breaks and indentation.
// Parsing a body blocks other requests, so the limit is no higher than a project can need. A
// project that uses all of every section has some ten thousand values. Parsing five times as many
// takes 10 ms.
const FILE: BodyLimits = {
  bytes: 16 * MAX_SECTION_BYTES,
  types: ['application/json'],
  width: { inOnePlace: MAX_MEMBERS, inAll: 5 * MAX_VALUES },
};

// A pipeline for many projects makes one request a second. Each reads a whole project, and most of
// them write one.
const ONE_A_SECOND: RateWindows = { caller: { limit: 60, seconds: 60 } };
// Even a refused file is checked completely, so refusals count.
const COUNTED_WHEN_REFUSED = [404, 'replay'] as const;

const WRITERS = {
  scopes: ['partner_admin'] as const,
  ...OF_PROJECT,
  errors: [
    CATALOGUE.conflict,
    CATALOGUE.preconditionRequired,
    CATALOGUE.rateLimited,
    PROJECT_ERRORS.archived,
    WORKSPACE_ERRORS.draftLimit,
  ],
};

// The minimum of the section with the strictest rule.
const KEYED = { minLength: 8 };

const ETAG = {
  ETag: {
    description: "The draft's etag in double quotes; absent while there is no draft.",
    schema: { type: 'string' as const },
  },
};

/** A project's configuration as a file, and in another project (workspace section 12). */
@Routes('v1/projects/:project_id/configuration', 'Project workspace')
export class ConfigurationFilesController {
  constructor(
    private readonly files: ConfigurationFilesService,
    private readonly clones: CloneService,
  ) {}

  @Get('export')
  @Access({ scopes: PARTNER_ROLES, ...OF_PROJECT })
  @Operation(
    'Exports the configuration of a project as one JSON file.',
    'Every section you may read, names of secrets and no values, and a checksum. Keys have a fixed order ' +
      'and values their own lines, so that a diff in git shows the changes. Fields of the runtime are not ' +
      'included.',
  )
  @ApiOkResponse({
    content: {
      'application/json': { schema: { type: 'object', additionalProperties: true }, example: EXAMPLE_FILE },
    },
    headers: {
      'Content-Disposition': {
        description: 'An attachment named after the project.',
        schema: { type: 'string' },
      },
    },
  })
  async exportConfiguration(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() { source = 'draft' }: ExportQuery,
  ): Promise<StreamableFile> {
    const text = await this.files.export(auth, projectId, source);
    const disposition = `attachment; filename="${projectId.replace(/[^A-Za-z0-9._-]/g, '_')}.configuration.json"`;
    return new StreamableFile(Buffer.from(text), { type: 'application/json; charset=utf-8', disposition });
  }

  @Post('import')
  @Idempotent({ operation: 'workspace.configuration.import', required: true, ...KEYED, dryRun: 'dry_run' })
  @Access({ ...WRITERS, body: FILE })
  @RateLimit(ONE_A_SECOND, { operation: 'workspace.configuration.import', givenBack: COUNTED_WHEN_REFUSED })
  @Operation(
    'Imports an exported file into the draft, or says what that would change.',
    'Each section of the file replaces the stored one, all of them or none; sections that are not in the ' +
      'file stay. A file with another schema_version or a wrong checksum is 422; leave checksum out of an ' +
      'edited file. Secrets that the project lacks are listed and never copied. A file may have 2 MiB; at ' +
      'most 60 imports in 60 s.',
  )
  @IfMatch(
    'The etag of the draft that you read. Once a draft exists it is required, except with dry_run, and * ' +
      'is not enough: 428. A stale one is 409, with details.stale.',
  )
  @ApiBody({ schema: FILE_BODY })
  @Answers(IncomingResponse, { headers: ETAG })
  async importConfiguration(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() { dry_run: dryRun }: ImportQuery,
    @RawRequest() sent: ReceivedRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<IncomingResponse> {
    return withEtag(response, await this.files.import(auth, projectId, sent, dryRun === 'true'));
  }

  @Post('clone')
  @Idempotent({ operation: 'workspace.configuration.clone', required: true, ...KEYED })
  @Access(WRITERS)
  @RateLimit(ONE_A_SECOND, { operation: 'workspace.configuration.clone', givenBack: COUNTED_WHEN_REFUSED })
  @Operation(
    'Copies the configuration into the draft of another project.',
    'The target may belong to another client of your organisation or another environment if you are ' +
      'partner_admin there; a key copies within its own client and environment. Secrets are not copied: ' +
      'secrets names those of the target. Once the target has a draft, its etag is required: missing is ' +
      '428, stale 409. In a copy to another client or environment, changes have neither from nor to. At ' +
      'most 60 copies in 60 s.',
  )
  @ApiBody({ schema: CLONE_BODY })
  @Answers(IncomingResponse, { headers: ETAG })
  async cloneConfiguration(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @RawRequest() sent: ReceivedRequest,
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<IncomingResponse> {
    return withEtag(response, await this.clones.clone(auth, request, projectId, sent));
  }
}

function withEtag(response: Response, answer: IncomingResponse): IncomingResponse {
  for (const [name, value] of Object.entries(etagHeader(answer))) response.setHeader(name, value);
  return answer;
}
