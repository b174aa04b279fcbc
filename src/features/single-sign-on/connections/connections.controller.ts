import { Body, Delete, Get, Headers, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { StepUp } from '../../../core/auth/step-up.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { withEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { Answers, IfMatch, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { FOR_CLIENT_ADMINS, LimitedChange } from '../rules/callers.js';
import { ConnectionPath } from '../rules/connection-path.request.js';
import { ChangeConnectionRequest, CreateConnectionRequest } from './connections.request.js';
import { ConnectionRecord, ConnectionsResponse, DeletedConnectionResponse } from './connections.response.js';
import { ConnectionsService } from './connections.service.js';

const { conflict, preconditionRequired, validationFailed } = CATALOGUE;
const CHANGES = { ...FOR_CLIENT_ADMINS, errors: [conflict, preconditionRequired, validationFailed] };
const HEADERS = {
  ETag: { description: 'The etag in double quotes, for If-Match.', schema: { type: 'string' as const } },
};
const GUARD = 'The etag of the connection that you read. Missing or *: 428; stale: 409.';

/** single-sign-on section 2. */
@Routes('v1/security/sso/connections', 'Single sign-on')
export class ConnectionsController {
  constructor(private readonly connections: ConnectionsService) {}

  @Get()
  @Access(FOR_CLIENT_ADMINS)
  @Operation("Lists the client's connections to its directories.")
  @Answers(ConnectionsResponse)
  listSsoConnections(@Auth() auth: AuthContext, @Query() _query: ClientChoice): Promise<ConnectionsResponse> {
    return this.connections.list(auth);
  }

  @Post()
  @Access({ ...FOR_CLIENT_ADMINS, errors: [conflict, validationFailed] })
  @StepUp('connections')
  @Idempotent()
  @LimitedChange()
  @Operation(
    'Creates a connection to a directory, as a draft.',
    'A name and a kind are enough: the answer has the addresses that the directory asks for. A client has at ' +
      'most five. An issuer that is not on the public internet is 400.',
  )
  @Answers(ConnectionRecord, { headers: HEADERS })
  async createSsoConnection(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: CreateConnectionRequest,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConnectionRecord> {
    return withEtag(response, await this.connections.create(auth, request, reservation));
  }

  @Get(':connection_id')
  @Access(FOR_CLIENT_ADMINS)
  @Operation('Shows a connection.')
  @Answers(ConnectionRecord, { headers: HEADERS })
  async getSsoConnection(
    @Auth() auth: AuthContext,
    @Param() { connection_id: id }: ConnectionPath,
    @Query() _query: ClientChoice,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConnectionRecord> {
    return withEtag(response, await this.connections.show(auth, id));
  }

  @Patch(':connection_id')
  @Access(CHANGES)
  @StepUp('connections')
  @Idempotent()
  @LimitedChange()
  @Operation(
    'Changes a connection; what is left out stays.',
    'A change of issuer, client id, secret or metadata is a draft: the earlier settings stay in use until a test of the new ones has succeeded.',
  )
  @IfMatch(GUARD, { required: true })
  @Answers(ConnectionRecord, { headers: HEADERS })
  async changeSsoConnection(
    @Auth() auth: AuthContext,
    @Param() { connection_id: id }: ConnectionPath,
    @Query() _query: ClientChoice,
    @Body() request: ChangeConnectionRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConnectionRecord> {
    return withEtag(response, await this.connections.patch(auth, id, request, ifMatch, reservation));
  }

  @Delete(':connection_id')
  @Access(CHANGES)
  @StepUp('connections')
  @Idempotent()
  @LimitedChange()
  @Operation(
    'Deletes a connection.',
    'No one can sign in through it any more. Its domains stay in the list, without a connection.',
  )
  @IfMatch(GUARD, { required: true })
  @Answers(DeletedConnectionResponse)
  deleteSsoConnection(
    @Auth() auth: AuthContext,
    @Param() { connection_id: id }: ConnectionPath,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
  ): Promise<DeletedConnectionResponse> {
    return this.connections.remove(auth, id, ifMatch, reservation);
  }

  @Post(':connection_id/activate')
  @Access(CHANGES)
  @StepUp('connections')
  @Idempotent()
  @LimitedChange()
  @Operation(
    'Lets people sign in through the newest settings of a connection.',
    'They must have been tested, else 409.',
  )
  @IfMatch(GUARD, { required: true })
  @Answers(ConnectionRecord, { headers: HEADERS })
  async activateSsoConnection(
    @Auth() auth: AuthContext,
    @Param() { connection_id: id }: ConnectionPath,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConnectionRecord> {
    return withEtag(response, await this.connections.activate(auth, id, ifMatch, reservation));
  }

  @Post(':connection_id/disable')
  @Access(CHANGES)
  @StepUp('connections')
  @Idempotent()
  @LimitedChange()
  @Operation('Ends signing in through a connection; its settings stay.')
  @IfMatch(GUARD, { required: true })
  @Answers(ConnectionRecord, { headers: HEADERS })
  async disableSsoConnection(
    @Auth() auth: AuthContext,
    @Param() { connection_id: id }: ConnectionPath,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConnectionRecord> {
    return withEtag(response, await this.connections.disable(auth, id, ifMatch, reservation));
  }
}
