import { Body, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { EXPORT_WINDOWS } from './runs/export-limits.js';
import { EXPORT_BODY, REFUSALS } from './export-refusals.js';
import { EXAMPLES } from './export.examples.js';
import { CallExportRequest } from './export.request.js';
import { ExportEmptyResponse } from './export.response.js';
import { auditThrottled, isRefusedBeforeLimit } from './runs/throttling.policy.js';
import { ExportService } from './export.service.js';
import { ExportSink } from './runs/export-sink.js';
import { EXPORT_ERRORS } from '../calls.errors.js';
import { CALL_ACTIONS } from '../calls.audit.js';
import { INGEST_SCOPES, SCOPES } from '../../../core/shared/roles.js';

/** A file of profile portal_business_v1. */
const EXAMPLE_FILE = [
  'call_started_at,caller,duration_seconds,call_status,primary_outcome,sentiment,summary',
  "31/10/2026 15:12:09,'+61 *** *** 123,142,completed,resolved,Positive,Booked a check-up for Tuesday.",
  '',
].join('\r\n');

/** calls-export section 1. */
@Routes('v1/calls/export', 'Calls')
export class CallExportController {
  constructor(private readonly exports: ExportService) {}

  /** Every scope, because callers who may not export get a separate code (calls-export 2.1). */
  @Post()
  @HttpCode(200)
  @Access({
    scopes: SCOPES,
    client: 'body',
    deniedClient: { answer: EXPORT_ERRORS.denied, action: CALL_ACTIONS.exported },
    surface: 'export',
    errors: [...REFUSALS, EXPORT_ERRORS.inProgress, EXPORT_ERRORS.throttled],
    body: EXPORT_BODY,
    unreadOf: INGEST_SCOPES,
    keyless: 'It streams a file that is stored nowhere; each download is audited.',
  })
  @RateLimit(EXPORT_WINDOWS, {
    operation: 'calls.export',
    answer: EXPORT_ERRORS.throttled,
    audit: auditThrottled(CALL_ACTIONS.exported),
    // Answers that send no file give the attempt back, except EXPORT_EMPTY and 413: the store has
    // counted or read their rows.
    givenBack: [400, 403, 404, 409, 422, 503],
    skip: isRefusedBeforeLimit,
  })
  @Operation(
    'Exports the calls of one project as a CSV file.',
    'The API guide lists permissions and codes. If no call matches, the response is JSON.',
  )
  @ApiExtraModels(ExportEmptyResponse)
  @ApiBody({ type: CallExportRequest, examples: EXAMPLES })
  @ApiOkResponse({
    content: {
      'text/csv': { schema: { type: 'string' }, example: EXAMPLE_FILE },
      'application/json': { schema: { $ref: getSchemaPath(ExportEmptyResponse) } },
    },
  })
  exportCalls(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() body: CallExportRequest,
    @Res() response: Response,
  ): Promise<void> {
    return this.exports.export(auth, { ...body }, new ExportSink(response));
  }
}
