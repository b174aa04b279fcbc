import { Body, Post, Query } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { Access, Auth } from '../../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { RateLimit } from '../../../../core/rate-limit/rate-limit.decorator.js';
import { ClientChoice } from '../../../../core/http/fields/client-choice.request.js';
import { CALL_ACTIONS } from '../../calls.audit.js';
import { EXPORT_ERRORS } from '../../calls.errors.js';
import { EXAMPLES } from '../export.examples.js';
import { CallExportRequest } from '../export.request.js';
import { isRefusedBeforeLimit } from '../runs/throttling.policy.js';
import { PREVIEW_WINDOWS } from '../runs/export-limits.js';
import { EXPORT_BODY, REFUSALS } from '../export-refusals.js';
import { ExportPreviewResponse } from './preview.response.js';
import { ExportPreviewService } from './preview.service.js';
import { INGEST_SCOPES, SCOPES } from '../../../../core/shared/roles.js';

@Routes('v1/calls/export/preview', 'Calls')
export class ExportPreviewController {
  constructor(private readonly previews: ExportPreviewService) {}

  @Post()
  @Access({
    scopes: SCOPES,
    client: 'body',
    deniedClient: { answer: EXPORT_ERRORS.denied, action: CALL_ACTIONS.exportPreviewed },
    surface: 'export',
    errors: [...REFUSALS, EXPORT_ERRORS.previewThrottled],
    body: EXPORT_BODY,
    unreadOf: INGEST_SCOPES,
    keyless: 'It changes nothing.',
  })
  @RateLimit(PREVIEW_WINDOWS, {
    operation: 'calls.export.preview',
    answer: EXPORT_ERRORS.previewThrottled,
    // No audit row: with a full window, every request would write one. A 413 counts, as in exports.
    givenBack: [400, 403, 404, 422, 503],
    skip: isRefusedBeforeLimit,
  })
  @Operation(
    'Previews an export: rows, columns, effective options, and transcripts that checks withhold.',
    'The body and the refusals are those of the export. A preview does not count as an export and uses no ' +
      'read slot.',
  )
  @ApiBody({ type: CallExportRequest, examples: EXAMPLES })
  @Answers(ExportPreviewResponse)
  previewExport(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() body: CallExportRequest,
  ): Promise<ExportPreviewResponse> {
    return this.previews.preview(auth, { ...body });
  }
}
