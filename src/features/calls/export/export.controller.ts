import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { SCOPES } from '../../../core/auth/auth-context.js';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { CallExportRequest } from './export.request.js';
import { ExportEmptyResponse } from './export.response.js';
import { ExportService } from './export.service.js';
import { ExportSink } from './export-sink.js';

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
  @ApiExtraModels(ExportEmptyResponse)
  @ApiOkResponse({
    content: {
      'text/csv': { schema: { type: 'string' } },
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
