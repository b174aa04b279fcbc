import { Body, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { StepUp } from '../../../core/auth/step-up.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { FOR_CLIENT_ADMINS, LimitedChange } from '../rules/callers.js';
import { AddDomainRequest, DomainPath } from './domains.request.js';
import { DomainRecord, DomainsResponse, RemovedDomainResponse } from './domains.response.js';
import { DomainsService } from './domains.service.js';

/** single-sign-on section 3. */
@Routes('v1/security/sso/domains', 'Single sign-on')
export class DomainsController {
  constructor(private readonly domains: DomainsService) {}

  @Get()
  @Access(FOR_CLIENT_ADMINS)
  @Operation("Lists the domains of the client's email addresses.")
  @Answers(DomainsResponse)
  listSsoDomains(@Auth() auth: AuthContext, @Query() _query: ClientChoice): Promise<DomainsResponse> {
    return this.domains.list(auth);
  }

  @Post()
  @Access({ ...FOR_CLIENT_ADMINS, errors: [CATALOGUE.conflict, CATALOGUE.validationFailed] })
  @StepUp('connections')
  @Idempotent()
  @LimitedChange()
  @Operation(
    'Adds a domain, and shows the TXT record that proves it.',
    'A domain at which anyone can get a mailbox is 400. A client has at most 20 domains.',
  )
  @Answers(DomainRecord)
  addSsoDomain(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() { domain }: AddDomainRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<DomainRecord> {
    return this.domains.add(auth, domain, reservation);
  }

  @Post(':domain/verify')
  @Access({ ...FOR_CLIENT_ADMINS, errors: [CATALOGUE.conflict] })
  @StepUp('connections')
  @Idempotent()
  @LimitedChange()
  @Operation(
    'Verifies a domain by its TXT record.',
    'Without the record it is 409. A domain has one owner in the deployment: the first client that verifies ' +
      'it. The record is looked up again each day; after seven days without it the domain is lost.',
  )
  @Answers(DomainRecord)
  verifySsoDomain(
    @Auth() auth: AuthContext,
    @Param() { domain }: DomainPath,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<DomainRecord> {
    return this.domains.verify(auth, domain, reservation);
  }

  @Delete(':domain')
  @Access({ ...FOR_CLIENT_ADMINS, errors: [CATALOGUE.conflict] })
  @StepUp('connections')
  @Idempotent()
  @LimitedChange()
  @Operation('Removes a domain: people with its addresses no longer sign in through a connection.')
  @Answers(RemovedDomainResponse)
  removeSsoDomain(
    @Auth() auth: AuthContext,
    @Param() { domain }: DomainPath,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<RemovedDomainResponse> {
    return this.domains.remove(auth, domain, reservation);
  }
}
