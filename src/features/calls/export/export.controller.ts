import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { SCOPES } from '../../../core/auth/auth-context.js';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { AlsoAnswers } from '../../../core/http/openapi-access.js';
import { CallExportRequest } from './export.request.js';
import { ExportEmptyResponse } from './export.response.js';
import { ExportService } from './export.service.js';
import { ExportSink } from './export-sink.js';

/** v1. */
const EXAMPLE_FILE = [
  'call_started_at,caller,duration_seconds,call_status,primary_outcome,sentiment,summary',
  "31/10/2026 15:12:09,'+61 *** *** 123,142,completed,resolved,Positive,Booked a check-up for Tuesday.",
  '',
].join('\r\n');

/** Contract, "Calls analytics". */
@ApiTags('Calls')
@Controller('v1/calls/export')
export class CallExportController {
  constructor(private readonly exports: ExportService) {}

  /** Every scope comes this far, because the contract has a code of its own for those who may not export. */
  @Post()
  @HttpCode(200)
  @Access({ scopes: SCOPES, client: 'body', surface: 'export' })
  @ApiOperation({
    summary: 'Calls of one project as a CSV file.',
    description:
      'Who may export what, and every code, is in the API guide. Without a matching call the answer is JSON.',
  })
  @AlsoAnswers(
    'exportProjectRequired',
    'exportUnsupportedFormat',
    'exportProfileUnsupported',
    'exportTimezoneRequired',
    'exportTimezoneInvalid',
    'exportTimezoneWithoutProfile',
    'exportColumnsInvalid',
    'exportProfileOptionsUnsupported',
    'exportUnavailable',
    'validationFailed',
    'exportOptInDenied',
    'exportDenied',
    'exportInProgress',
    'exportTooLarge',
    'exportThrottled',
  )
  @ApiExtraModels(ExportEmptyResponse)
  @ApiOkResponse({
    content: {
      'text/csv': { schema: { type: 'string' }, example: EXAMPLE_FILE },
      'application/json': { schema: { $ref: getSchemaPath(ExportEmptyResponse) } },
    },
  })
  export(
    @Auth() auth: AuthContext,
    @Body() body: CallExportRequest,
    @Res() response: Response,
  ): Promise<void> {
    return this.exports.export(auth, { ...body }, new ExportSink(response));
  }
}
