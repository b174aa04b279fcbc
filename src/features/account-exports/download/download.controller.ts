import { Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { ACCOUNT_EXPORT_ERRORS } from '../account-exports.errors.js';
import { FOR_CLIENT_ADMINS } from '../rules/callers.js';
import { AccountExportParams } from '../rules/exports.request.js';
import { ExportDownloadService } from './download.service.js';

const FILE = {
  'application/zip': { schema: { type: 'string', format: 'binary' }, example: 'PK (bytes)' },
};

/** account-exports section 4. */
@Routes('v1/portal/account-exports', 'Account exports')
export class ExportDownloadController {
  constructor(private readonly downloads: ExportDownloadService) {}

  @Get(':export_id/download')
  @Access({ ...FOR_CLIENT_ADMINS, errors: [ACCOUNT_EXPORT_ERRORS.notReady, ACCOUNT_EXPORT_ERRORS.badRange] })
  @Operation(
    'Sends the file of an account export, or one range of it.',
    'To continue an interrupted download, send Range, and If-Range with the ETag of the first response. ' +
      'Each request is audited.',
  )
  @ApiHeader({ name: 'Range', required: false, schema: { type: 'string', example: 'bytes=1048576-' } })
  @ApiHeader({ name: 'If-Range', required: false, schema: { type: 'string' } })
  @ApiOkResponse({ description: 'The whole file.', content: FILE })
  @ApiResponse({ status: 206, description: 'The range that Content-Range names.', content: FILE })
  downloadAccountExport(
    @Auth() auth: AuthContext,
    @Param() { export_id: exportId }: AccountExportParams,
    @Query() _query: ClientChoice,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.downloads.send(auth, exportId, request, response);
  }
}
