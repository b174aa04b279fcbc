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
import { leavesMembersOut, readListQuery } from '../rules/filter.policy.js';
import type { Resource } from '../rules/resources.policy.js';
import { GroupsService } from './groups.service.js';

const CHANGES = [
  CATALOGUE.notFound,
  CATALOGUE.rateLimited,
  DIRECTORY_ERRORS.uniqueness,
  DIRECTORY_ERRORS.lastAdministrator,
  DIRECTORY_ERRORS.stale,
];

/** The groups of a directory (directory section 3). */
@Routes('v1/security/scim/v2/Groups', 'Directory')
@ForDirectories()
export class GroupsController {
  constructor(private readonly groups: GroupsService) {}

  @Get()
  @ScimRoute(DIRECTORY_ERRORS.invalidFilter)
  @AnswersScim()
  @Operation('Lists the groups of the directory.')
  listDirectoryGroups(
    @Auth() auth: AuthContext,
    @ScimQuery() query: Readonly<Record<string, unknown>>,
  ): Promise<object> {
    return this.groups.list(auth, readListQuery(query));
  }

  @Get(':id')
  @ScimRoute(CATALOGUE.notFound)
  @AnswersScim()
  @Operation('Shows a group of the directory.')
  async getDirectoryGroup(
    @Auth() auth: AuthContext,
    @Param() { id }: ResourceParams,
    @ScimQuery() query: Readonly<Record<string, unknown>>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Resource> {
    return withVersion(response, await this.groups.show(auth, id, leavesMembersOut(query)));
  }

  @Post()
  @ScimRoute(...CHANGES)
  @AnswersScim(201)
  @Operation('Adds a group.')
  async createDirectoryGroup(
    @Auth() auth: AuthContext,
    @ScimBody() body: Attributes,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Resource> {
    const created = withVersion(response, await this.groups.create(auth, body));
    response.setHeader('Location', created.meta.location);
    return created;
  }

  @Put(':id')
  @ScimRoute(...CHANGES)
  @AnswersScim()
  @Operation('Replaces a group.')
  async replaceDirectoryGroup(
    @Auth() auth: AuthContext,
    @Param() { id }: ResourceParams,
    @ScimBody() body: Attributes,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Resource> {
    return withVersion(response, await this.groups.replace(auth, id, body, ifMatch));
  }

  @Patch(':id')
  @ScimRoute(...CHANGES)
  @AnswersScim()
  @Operation('Changes a group.')
  async patchDirectoryGroup(
    @Auth() auth: AuthContext,
    @Param() { id }: ResourceParams,
    @ScimBody() body: Attributes,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Resource> {
    return withVersion(response, await this.groups.patch(auth, id, body, ifMatch));
  }

  @Delete(':id')
  @ScimRoute(...CHANGES)
  @HttpCode(204)
  @Operation('Removes a group.')
  async deleteDirectoryGroup(
    @Auth() auth: AuthContext,
    @Param() { id }: ResourceParams,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<void> {
    await this.groups.remove(auth, id, ifMatch);
  }
}
