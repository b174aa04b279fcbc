import {
  applyDecorators,
  Controller,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Put,
  Query,
  Res,
} from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE, type CatalogueEntry } from '../../../core/shared/catalogue.js';
import type { BodyLimits } from '../../../core/auth/body-limits.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { Idempotent } from '../../../core/idempotency/idempotent.decorator.js';
import { MAX_SECTION_BYTES } from '../rules/saved-configuration.policy.js';
import type { SectionDefinition } from '../rules/sections/section-definition.js';
import { RawRequest, type ReceivedRequest } from '../rules/raw-request.js';
import {
  className,
  describeAnswer,
  describeGuard,
  describeValidateBody,
  describeWriteBody,
} from './section-openapi.js';
import { SectionResponse } from './section.response.js';
import { SectionsService } from './sections.service.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { withEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { PROJECT_ERRORS } from '../../projects/projects.errors.js';
import { SharedOperation } from '../../../core/http/operation.decorator.js';
import { WORKSPACE_ERRORS } from '../configuration.errors.js';

// Twice the limit of a section: room for line breaks and indentation.
const BODY: BodyLimits = { bytes: 2 * MAX_SECTION_BYTES, types: ['application/json'] };

const OF_PROJECT = { client: 'query', project: 'params', surface: 'partner' } as const;

const guardErrors = (guard: SectionDefinition['write']['guard']): CatalogueEntry[] => [
  CATALOGUE.validationFailed,
  CATALOGUE.conflict,
  ...(guard === 'optional' ? [] : [CATALOGUE.preconditionRequired]),
];

/** Registers the route only if the section defines it. */
const route = (isWanted: boolean, ...decorators: MethodDecorator[]): MethodDecorator =>
  isWanted ? applyDecorators(...decorators) : () => undefined;

function readRoute(section: SectionDefinition): MethodDecorator {
  return route(
    true,
    Get(),
    Access({ ...section.read, ...OF_PROJECT }),
    SharedOperation(`get${className(section.name)}`, {
      summary: `Reads the section "${section.title}": draft, published or default.`,
    }),
    describeAnswer(section),
  );
}

function writeRoute(section: SectionDefinition): MethodDecorator {
  const { method, path, guard, idempotency, scopes, credentials, merges } = section.write;
  return route(
    true,
    (method === 'put' ? Put : Patch)(path),
    HttpCode(200),
    Idempotent({ operation: `workspace.${section.name}.save`, ...idempotency }),
    Access({
      scopes,
      ...(credentials && { credentials }),
      ...OF_PROJECT,
      body: BODY,
      errors: [...guardErrors(guard), PROJECT_ERRORS.archived, WORKSPACE_ERRORS.draftLimit],
    }),
    SharedOperation(`save${className(section.name)}`, {
      summary: `Saves the section "${section.title}" to the project's draft.`,
      description:
        'A field that breaks the schema is refused with its path. A configuration that breaks a rule is saved; ' +
        `validation finds it, and the draft cannot be published.${merges ? ` A write ${merges}` : ''}`,
    }),
    describeGuard(guard),
    describeWriteBody(section),
    describeAnswer(section),
  );
}

function validateRoute(section: SectionDefinition): MethodDecorator {
  const { validate } = section;
  if (!validate) return route(false);
  const guard = validate.guarded ? section.write.guard : 'optional';
  const { scopes, credentials, override, idempotency } = validate;
  return route(
    true,
    Post('validate'),
    HttpCode(200),
    Idempotent({ operation: `workspace.${section.name}.validate`, ...idempotency }),
    Access({
      scopes,
      ...(credentials && { credentials }),
      ...OF_PROJECT,
      body: BODY,
      errors: guardErrors(guard),
    }),
    SharedOperation(`validate${className(section.name)}`, {
      summary: `Validates the section "${section.title}" and saves nothing.`,
      ...(override && {
        description: `Shows the findings of the saved configuration, or of one sent instead as ${override.join(', ')}.`,
      }),
    }),
    describeGuard(guard),
    describeValidateBody(section),
    describeAnswer(section),
  );
}

export function sectionController(section: SectionDefinition, path: string): Type {
  @ApiTags('Project workspace')
  @Controller(path)
  class SectionController {
    constructor(private readonly sections: SectionsService) {}

    @readRoute(section)
    async read(
      @Auth() auth: AuthContext,
      @Param() { project_id: projectId }: ProjectIdParams,
      @Query() _query: ClientChoice,
      @Res({ passthrough: true }) response: Response,
    ): Promise<SectionResponse> {
      return withEtag(response, await this.sections.show(auth, section, projectId));
    }

    @writeRoute(section)
    async save(
      @Auth() auth: AuthContext,
      @Param() { project_id: projectId }: ProjectIdParams,
      @Query() _query: ClientChoice,
      @RawRequest() sent: ReceivedRequest,
      @Res({ passthrough: true }) response: Response,
    ): Promise<SectionResponse> {
      return withEtag(response, await this.sections.save(auth, section, projectId, sent));
    }

    @validateRoute(section)
    async validate(
      @Auth() auth: AuthContext,
      @Param() { project_id: projectId }: ProjectIdParams,
      @Query() _query: ClientChoice,
      @RawRequest() sent: ReceivedRequest,
      @Res({ passthrough: true }) response: Response,
    ): Promise<SectionResponse> {
      return withEtag(response, await this.sections.validate(auth, section, projectId, sent));
    }
  }
  Object.defineProperty(SectionController, 'name', { value: `${className(section.name)}SectionController` });
  return SectionController;
}
