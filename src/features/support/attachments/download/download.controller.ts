import { Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, Auth } from '../../../../core/auth/access.decorator.js';
import { ClientChoice } from '../../../../core/http/fields/client-choice.request.js';
import { Operation, Routes } from '../../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../../core/shared/catalogue.js';
import { PEOPLE } from '../../rules/callers.js';
import { SupportLimit } from '../../rules/limits.js';
import { SUPPORT_ERRORS } from '../../support.errors.js';
import { AttachmentParams } from '../lookup/attachment-params.request.js';
import { ATTACHMENT_KINDS } from '../rules/attachment-kinds.js';
import { AttachmentDownload } from './download.service.js';

const FILE = Object.fromEntries(
  Object.values(ATTACHMENT_KINDS).map(({ type }) => [
    type,
    { schema: { type: 'string', format: 'binary' }, example: 'The bytes of the file.' },
  ]),
);

/** support-attachments section 6. */
@Routes('v1/support/tickets/:ticket_id/attachments/:attachment_id/download', 'Support')
export class AttachmentDownloadController {
  constructor(private readonly downloads: AttachmentDownload) {}

  @Get()
  @Access({ ...PEOPLE, errors: [SUPPORT_ERRORS.limitReached, CATALOGUE.blocked] })
  @SupportLimit('attachment_download', 30)
  @Operation(
    'Sends a clean file.',
    'Each download is counted and audited. A file that was scanned more than 3 days ago is scanned again first.',
  )
  @ApiOkResponse({ description: 'The file. Browsers save it and do not show it.', content: FILE })
  downloadAttachment(
    @Auth() auth: AuthContext,
    @Param() { ticket_id: ticketId, attachment_id: attachmentId }: AttachmentParams,
    @Query() _query: ClientChoice,
    @Res() response: Response,
  ): Promise<void> {
    return this.downloads.send(auth, ticketId, attachmentId, response);
  }
}
