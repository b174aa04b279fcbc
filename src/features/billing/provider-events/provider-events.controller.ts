import { Controller, Headers, HttpCode, Post, RawBody } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { PublicRoute } from '../../../core/auth/access.decorator.js';
import { CATALOGUE } from '../../../core/kernel/catalogue.js';
import { ProviderEventsService } from './provider-events.service.js';

class EventReceived {
  @ApiProperty({ enum: [true] })
  received!: true;
}

/** Where the billing provider tells of changes; its signature is the credential (billing 11.4). */
@ApiTags('Billing')
@Controller('v1/billing/provider-events')
export class ProviderEventsController {
  constructor(private readonly events: ProviderEventsService) {}

  @Post()
  @HttpCode(200)
  @PublicRoute('domain', {
    internal: true,
    errors: [CATALOGUE.notFound, CATALOGUE.dependencyUnavailable],
  })
  @ApiOperation({ summary: 'Takes an event of the billing provider.' })
  @ApiBody({ schema: { type: 'object' } })
  @ApiOkResponse({ type: EventReceived })
  async ingestProviderEvent(
    @RawBody() bytes: Buffer | undefined,
    @Headers('stripe-signature') signature = '',
  ): Promise<EventReceived> {
    await this.events.hear(bytes ?? Buffer.alloc(0), signature);
    return { received: true };
  }
}
