import { Post, Query } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { EmptyQuery } from '../../../core/http/fields/empty.request.js';
import { Batch, IngestBatch } from './ingest.request.js';
import { IngestResponse } from './ingest.response.js';
import { INGEST_SCHEMA } from './ingest.schema.js';
import { IngestService } from './ingest.service.js';

// A thousand calls with long transcripts; a body is held completely in memory, so the limit is no
// higher.
const MAX_BYTES = 10 * 1024 * 1024;

/** The route through which the voice runtime writes call data. */
@Routes('internal/v1/calls', 'Ingest')
export class IngestController {
  constructor(private readonly ingest: IngestService) {}

  @Post()
  @Access({
    scopes: ['runtime-ingest'],
    credentials: 'api_key',
    surface: 'general',
    body: { bytes: MAX_BYTES, types: ['application/json', 'application/x-ndjson'], raw: true },
    internal: true,
    keyless: 'A call and each of its events are stored once, by their ids.',
  })
  @Operation(
    'Stores calls; repeating a batch changes nothing.',
    'One bad record does not stop the batch. The highest revision of a call is kept and replaces the ' +
      'previous one completely.',
  )
  @ApiConsumes('application/json', 'application/x-ndjson')
  @ApiBody({ schema: INGEST_SCHEMA })
  @Answers(IngestResponse)
  async ingestCalls(
    @Auth() auth: AuthContext,
    @Query() _query: EmptyQuery,
    @Batch() batch: IngestBatch,
  ): Promise<IngestResponse> {
    return this.ingest.ingest(auth, await batch.records());
  }
}
