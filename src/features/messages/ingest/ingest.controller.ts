import { Controller, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { Nothing } from '../../../core/http/validation.pipe.js';
import { Records } from './ingest.request.js';
import { MessageIngestResponse } from './ingest.response.js';
import { MessageIngestService } from './ingest.service.js';

/** The door through which the voice runtime tells of text messages (billing section 13). */
@ApiTags('Ingest')
@Controller('internal/v1/messages')
export class MessageIngestController {
  constructor(private readonly messages: MessageIngestService) {}

  @Post()
  @HttpCode(200)
  @Access({ scopes: ['runtime-ingest'], credentials: 'api_key', surface: 'general', internal: true })
  @ApiOperation({
    summary: 'Writes text messages; repeating a batch changes nothing.',
    description: 'One bad record does not stop the batch. Of a message the highest revision is kept.',
  })
  @ApiBody({ schema: { type: 'array', items: { type: 'object' } } })
  @ApiOkResponse({ type: MessageIngestResponse })
  ingestMessages(
    @Auth() auth: AuthContext,
    @Query() _query: Nothing,
    @Records() records: readonly unknown[],
  ): Promise<MessageIngestResponse> {
    return this.messages.ingest(auth, records);
  }
}
