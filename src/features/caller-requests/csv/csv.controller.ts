import { Get, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { READERS } from '../rules/callers.js';
import { COLUMNS } from './columns.policy.js';
import { CallerRequestCsvRequest } from './csv.request.js';
import { CallerRequestCsvService } from './csv.service.js';

/** caller-requests 7.6. */
@Routes('v1/compliance/caller-requests/csv', 'Caller requests')
export class CallerRequestCsvController {
  constructor(private readonly files: CallerRequestCsvService) {}

  @Get()
  @Access({ ...READERS, scopes: ['client_admin'], errors: [CATALOGUE.contentTooLarge] })
  @Operation('Downloads the list as a CSV file, masked like the list; each download is audited.')
  @ApiOkResponse({
    content: { 'text/csv': { schema: { type: 'string' }, example: `${COLUMNS.join(',')}\r\n` } },
  })
  async downloadCallerRequests(
    @Auth() auth: AuthContext,
    @Query() { bom, ...filter }: CallerRequestCsvRequest,
  ): Promise<StreamableFile> {
    return csvFile(await this.files.file(auth, filter, bom === 'true'));
  }
}

// Headers are set once the file exists: an error before that is JSON.
const csvFile = (text: string): StreamableFile =>
  new StreamableFile(Buffer.from(text), {
    type: 'text/csv; charset=utf-8',
    disposition: 'attachment; filename="caller-requests.csv"',
  });
