import { Body, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { AddressResponse } from '../lookup/address.response.js';
import { FOR_ADMINISTRATORS } from '../rules/callers.js';
import { AddAddressRequest, AddressParams, ChangeAddressRequest } from './addresses.request.js';
import { AddressesResponse, DeletedAddressResponse } from './addresses.response.js';
import { AddressConfirmations } from './address-confirmations.service.js';
import { AddressesService } from './addresses.service.js';

/**
 * The contract's limit, per person and client. A refused address gets no mail and does not count.
 */
const ADDED = { caller: { limit: 10, seconds: 86_400 } };
const NOT_ADDED = [400, 404, 409, 422, 'replay'] as const;

/** email-routing section 1. */
@Routes('v1/portal/email-routing/addresses', 'Email routing')
export class AddressesController {
  constructor(
    private readonly addresses: AddressesService,
    private readonly confirmations: AddressConfirmations,
  ) {}

  @Get()
  @Access(FOR_ADMINISTRATORS)
  @Operation('Lists the email addresses that get notices of a client.')
  @Answers(AddressesResponse)
  listEmailAddresses(@Auth() auth: AuthContext, @Query() _query: ClientChoice): Promise<AddressesResponse> {
    return this.addresses.list(auth);
  }

  @Post()
  @Access({ ...FOR_ADMINISTRATORS, errors: [CATALOGUE.conflict] })
  @Idempotent()
  @RateLimit(ADDED, { operation: 'email-routing.add', givenBack: NOT_ADDED })
  @Operation(
    'Adds an address and sends it an email with a link that works once, for 24 hours.',
    'The address gets nothing else before its owner has confirmed it. An address that bounced or ' +
      'unsubscribed is asked again. An address that is in the list, in any spelling, and the 51st of a client are 409.',
  )
  @Answers(AddressResponse)
  createEmailAddress(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: AddAddressRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<AddressResponse> {
    return this.addresses.add(auth, request, reservation);
  }

  @Post(':address_id/resend')
  @Access({ ...FOR_ADMINISTRATORS, errors: [CATALOGUE.conflict, CATALOGUE.rateLimited] })
  @Idempotent()
  @Operation(
    'Sends the address a new link by email; the previous one stops working.',
    'You may ask one address three times an hour; the fourth is 429. A verified address is 409.',
  )
  @Answers(AddressResponse)
  resendEmailVerification(
    @Auth() auth: AuthContext,
    @Param() { address_id: addressId }: AddressParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<AddressResponse> {
    return this.confirmations.resend(auth, addressId, reservation);
  }

  @Patch(':address_id')
  @Access(FOR_ADMINISTRATORS)
  @Idempotent()
  @Operation('Changes label, topics or language of an address; what is left out stays.')
  @Answers(AddressResponse)
  changeEmailAddress(
    @Auth() auth: AuthContext,
    @Param() { address_id: addressId }: AddressParams,
    @Query() _query: ClientChoice,
    @Body() request: ChangeAddressRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<AddressResponse> {
    return this.addresses.change(auth, addressId, request, reservation);
  }

  @Delete(':address_id')
  @Access(FOR_ADMINISTRATORS)
  @Idempotent()
  @Operation('Deletes an address: it gets no more emails.')
  @Answers(DeletedAddressResponse)
  deleteEmailAddress(
    @Auth() auth: AuthContext,
    @Param() { address_id: addressId }: AddressParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<DeletedAddressResponse> {
    return this.addresses.delete(auth, addressId, reservation);
  }
}
