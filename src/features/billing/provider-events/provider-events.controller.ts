import { Headers, Post, RawBody } from '@nestjs/common';
import { ApiBody, ApiProperty } from '@nestjs/swagger';
import { PublicRoute } from '../../../core/auth/access.decorator.js';
import type { BodyLimits } from '../../../core/auth/body-limits.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { ProviderEventsService } from './provider-events.service.js';

/**
 * An invoice with ten lines and all of their metadata. The bytes are parsed after the signature over them
 * has been checked.
 */
const EVENT_BODY: BodyLimits = { bytes: 256 * 1024, types: ['application/json'], raw: true };

class EventReceived {
  @ApiProperty({ enum: [true] })
  received!: true;
}

/** Receives the provider's notices; their signature is the credential (billing 11.4). */
@Routes('v1/billing/provider-events', 'Billing')
export class ProviderEventsController {
  constructor(private readonly events: ProviderEventsService) {}

  @Post()
  @PublicRoute('domain', {
    internal: true,
    errors: [CATALOGUE.notFound, CATALOGUE.dependencyUnavailable],
    keyless: "The provider's events have their own ids.",
    body: EVENT_BODY,
    withoutDoor: 'the signature is its credential, and is checked before a store is asked',
  })
  @Operation('Receives an event from the billing provider.')
  @ApiBody({ schema: { type: 'object' } })
  @Answers(EventReceived)
  async ingestProviderEvent(
    @RawBody() bytes: Buffer | undefined,
    @Headers('stripe-signature') signature = '',
  ): Promise<EventReceived> {
    await this.events.receive(bytes ?? Buffer.alloc(0), signature);
    return { received: true };
  }
}
