import { Controller, Get, Param, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { ANALYTICS_READERS } from '../../../core/auth/scopes.js';
import { CATALOGUE } from '../../../core/errors/catalogue.js';
import { RateLimitInService } from '../../../core/throttling/rate-limit.decorator.js';
import { CallIdParams } from '../scope/call-id.request.js';
import type { TranscriptFormat } from './transcript-text.policy.js';
import { TranscriptRequest } from './transcripts.request.js';
import { DOWNLOAD_WINDOWS, TranscriptsService } from './transcripts.service.js';

const TYPES: Readonly<Record<TranscriptFormat, string>> = {
  txt: 'text/plain; charset=utf-8',
  pdf: 'application/pdf',
};

const EXAMPLE = `Call: room-2026-10-31-000123
Started: 2026-10-31 04:12:09 UTC
Project: Front desk
Text: redacted

[00:01] agent: How can I help you today?
[00:04] caller: I would like to book a check-up.
`;

/** calls-transcripts section 1. */
@ApiTags('Calls')
@Controller('v1/calls/:call_id')
export class TranscriptsController {
  constructor(private readonly transcripts: TranscriptsService) {}

  @Get('transcript-download')
  @Access({
    scopes: ANALYTICS_READERS,
    client: 'query',
    surface: 'export',
    errors: [CATALOGUE.downloadThrottled],
  })
  @RateLimitInService(DOWNLOAD_WINDOWS)
  @ApiOperation({
    summary: 'The transcript of a call as a text file.',
    description:
      'As spoken with permission for transcript, else redacted. Downloads of both formats count together.',
  })
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string' }, example: EXAMPLE } } })
  downloadTranscript(
    @Auth() auth: AuthContext,
    @Param() { call_id: callId }: CallIdParams,
    @Query() _query: TranscriptRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    return this.send(auth, callId, 'txt', response);
  }

  @Get('transcript/pdf')
  @Access({
    scopes: ANALYTICS_READERS,
    client: 'query',
    surface: 'export',
    errors: [CATALOGUE.downloadThrottled, CATALOGUE.downloadPdfTooLarge],
  })
  @RateLimitInService(DOWNLOAD_WINDOWS)
  @ApiOperation({
    summary: 'The transcript of a call as a PDF.',
    description:
      'As spoken with permission for transcript, else redacted. Downloads of both formats count together.',
  })
  @ApiOkResponse({
    content: {
      'application/pdf': { schema: { type: 'string', format: 'binary' }, example: '%PDF-1.7 (bytes)' },
    },
  })
  downloadTranscriptPdf(
    @Auth() auth: AuthContext,
    @Param() { call_id: callId }: CallIdParams,
    @Query() _query: TranscriptRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    return this.send(auth, callId, 'pdf', response);
  }

  private async send(
    auth: AuthContext,
    callId: string,
    format: TranscriptFormat,
    response: Response,
  ): Promise<StreamableFile> {
    const { bytes, disposition } = await this.transcripts.download(auth, callId, format, (headers) => {
      for (const [name, value] of headers) response.append(name, value);
    });
    return new StreamableFile(bytes, { type: TYPES[format], disposition });
  }
}
