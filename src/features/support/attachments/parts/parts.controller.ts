import { Param, Put, Query, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { Access, Auth } from '../../../../core/auth/access.decorator.js';
import { freed } from '../../../../core/files/freed.js';
import { ClientChoice } from '../../../../core/http/fields/client-choice.request.js';
import { Answers, Operation, Routes } from '../../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../../core/shared/catalogue.js';
import type { PlatformRequest } from '../../../../core/shared/platform-request.js';
import { PEOPLE } from '../../rules/callers.js';
import { SupportLimit } from '../../rules/limits.js';
import { SUPPORT_ERRORS } from '../../support.errors.js';
import { PART_BYTES } from '../rules/attachment-limits.js';
import { PartParams } from './parts.request.js';
import { AttachmentPartResponse } from './parts.response.js';
import { AttachmentParts } from './parts.service.js';

const PART = { part: { value: 'The bytes of the part.' } };

/** support-attachments section 3. */
@Routes('v1/support/tickets/:ticket_id/attachments/:attachment_id/parts', 'Support')
export class AttachmentPartsController {
  constructor(private readonly parts: AttachmentParts) {}

  @Put(':n')
  @Access({
    ...PEOPLE,
    errors: [SUPPORT_ERRORS.limitReached, CATALOGUE.blocked],
    keyless: 'A repeated part replaces the earlier one.',
    body: { bytes: PART_BYTES, types: ['application/octet-stream'], streamed: true },
  })
  // More than twelve sessions of five parts need, each repeated once.
  @SupportLimit('attachment_part', 120)
  @Operation(
    'Stores a part of a file.',
    'Only the person who started the upload can do this. Parts may come in any order; a repeated one replaces the earlier one.',
  )
  @ApiConsumes('application/octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary' }, examples: PART })
  @Answers(AttachmentPartResponse)
  saveAttachmentPart(
    @Auth() auth: AuthContext,
    @Param() { ticket_id: ticketId, attachment_id: attachmentId, n }: PartParams,
    @Query() _query: ClientChoice,
    @Req() request: PlatformRequest,
  ): Promise<AttachmentPartResponse> {
    // A refusal must not close the connection before it is sent; the pipeline discards the rest.
    const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    return this.parts.put(auth, ticketId, attachmentId, n, freed(body));
  }
}
