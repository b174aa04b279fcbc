import { Delete, Get, Headers, HttpCode, Param, Patch, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Auth } from '../../../core/auth/access.decorator.js';
import { Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { DIRECTORY_ERRORS } from '../directory.errors.js';
import { AnswersScim, ForDirectories, ScimBody, ScimQuery, ScimRoute } from '../lookup/scim.decorators.js';
import { withVersion } from '../lookup/scim-headers.js';
import { ResourceParams } from '../lookup/scim.request.js';
import type { Attributes } from '../rules/attributes.policy.js';
import { readListQuery } from '../rules/filter.policy.js';
import type { Resource } from '../rules/resources.policy.js';
import { UsersService } from './users.service.js';

const CHANGES = [
  CATALOGUE.notFound,
  CATALOGUE.rateLimited,
  DIRECTORY_ERRORS.uniqueness,
  DIRECTORY_ERRORS.lastAdministrator,
  DIRECTORY_ERRORS.stale,
];

/** The people whom a directory provisions (directory section 3). */
@Routes('v1/security/scim/v2/Users', 'Directory')
@ForDirectories()
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @ScimRoute(DIRECTORY_ERRORS.invalidFilter)
  @AnswersScim()
  @Operation('Lists the people of the directory.')
  listDirectoryUsers(
    @Auth() auth: AuthContext,
    @ScimQuery() query: Readonly<Record<string, unknown>>,
  ): Promise<object> {
    return this.users.list(auth, readListQuery(query));
  }

  @Get(':id')
  @ScimRoute(CATALOGUE.notFound)
  @AnswersScim()
  @Operation('Shows a person of the directory.')
  async getDirectoryUser(
    @Auth() auth: AuthContext,
    @Param() { id }: ResourceParams,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Resource> {
    return withVersion(response, await this.users.show(auth, id));
  }

  @Post()
  @ScimRoute(...CHANGES)
  @AnswersScim(201)
  @Operation('Provisions a person.')
  async createDirectoryUser(
    @Auth() auth: AuthContext,
    @ScimBody() body: Attributes,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Resource> {
    const created = withVersion(response, await this.users.create(auth, body));
    response.setHeader('Location', created.meta.location);
    return created;
  }

  @Put(':id')
  @ScimRoute(...CHANGES)
  @AnswersScim()
  @Operation('Replaces a person.')
  async replaceDirectoryUser(
    @Auth() auth: AuthContext,
    @Param() { id }: ResourceParams,
    @ScimBody() body: Attributes,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Resource> {
    return withVersion(response, await this.users.replace(auth, id, body, ifMatch));
  }

  @Patch(':id')
  @ScimRoute(...CHANGES)
  @AnswersScim()
  @Operation('Changes a person.')
  async patchDirectoryUser(
    @Auth() auth: AuthContext,
    @Param() { id }: ResourceParams,
    @ScimBody() body: Attributes,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Resource> {
    return withVersion(response, await this.users.patch(auth, id, body, ifMatch));
  }

  @Delete(':id')
  @ScimRoute(...CHANGES)
  @HttpCode(204)
  @Operation('Removes a person of the directory, whose account stays without a role.')
  async deleteDirectoryUser(
    @Auth() auth: AuthContext,
    @Param() { id }: ResourceParams,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<void> {
    await this.users.remove(auth, id, ifMatch);
  }
}
