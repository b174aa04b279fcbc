import { Post, Query } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { DEFAULT_BODY_LIMITS } from '../../../core/auth/body-limits.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { EmptyQuery } from '../../../core/http/fields/empty.request.js';
import { Records } from './ingest.request.js';
import { MessageIngestResponse } from './ingest.response.js';
import { MessageIngestService } from './ingest.service.js';

/** The voice runtime reports text messages here (billing section 13). */
@Routes('internal/v1/messages', 'Ingest')
export class MessageIngestController {
  constructor(private readonly messages: MessageIngestService) {}

  @Post()
  @Access({
    scopes: ['runtime-ingest'],
    credentials: 'api_key',
    surface: 'general',
    internal: true,
    body: { ...DEFAULT_BODY_LIMITS, batch: 'body' },
    keyless: 'A message is stored once, by its id.',
  })
  @Operation(
    'Stores text messages; repeating a batch changes nothing.',
    'One bad record does not stop the batch. The highest revision of a message is kept.',
  )
  @ApiBody({ schema: { type: 'array', items: { type: 'object' } } })
  @Answers(MessageIngestResponse)
  ingestMessages(
    @Auth() auth: AuthContext,
    @Query() _query: EmptyQuery,
    @Records() records: readonly unknown[],
  ): Promise<MessageIngestResponse> {
    return this.messages.ingest(auth, records);
  }
}
