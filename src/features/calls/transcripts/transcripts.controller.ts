import { Get, Param, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import { CallIdParams } from '../lookup/call-id.request.js';
import type { TranscriptFormat } from './transcript-text.policy.js';
import { TranscriptsService } from './transcripts.service.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { DOWNLOAD_ERRORS } from '../calls.errors.js';
import { ANALYTICS_READERS } from '../../../core/shared/roles.js';

const TYPES: Readonly<Record<TranscriptFormat, string>> = {
  txt: 'text/plain; charset=utf-8',
  pdf: 'application/pdf',
};

/** Counts both formats together, and only actual downloads (calls-transcripts section 4). */
const DownloadLimit = () =>
  RateLimit(
    { caller: { limit: 10, seconds: 300 }, tenant: { limit: 60, seconds: 300 } },
    {
      operation: 'calls.transcripts',
      answer: DOWNLOAD_ERRORS.throttled,
      givenBack: [400, 404, 413, 422, 503],
    },
  );

const READERS = { scopes: ANALYTICS_READERS, client: 'query', surface: 'export' } as const;

const EXAMPLE = `Call: room-2026-10-31-000123
Started: 2026-10-31 04:12:09 UTC
Project: Front desk
Text: redacted

[00:01] agent: How can I help you today?
[00:04] caller: I would like to book a check-up.
`;

/** calls-transcripts section 1. */
@Routes('v1/calls/:call_id', 'Calls')
export class TranscriptsController {
  constructor(private readonly transcripts: TranscriptsService) {}

  @Get('transcript-download')
  @Access({ ...READERS, errors: [DOWNLOAD_ERRORS.throttled] })
  @DownloadLimit()
  @Operation(
    'Downloads the transcript of a call as a text file.',
    'As spoken with permission for transcript, else redacted. Downloads of both formats count together.',
  )
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string' }, example: EXAMPLE } } })
  downloadTranscript(
    @Auth() auth: AuthContext,
    @Param() { call_id: callId }: CallIdParams,
    @Query() _query: ClientChoice,
  ): Promise<StreamableFile> {
    return this.send(auth, callId, 'txt');
  }

  @Get('transcript/pdf')
  @Access({ ...READERS, errors: [DOWNLOAD_ERRORS.throttled, DOWNLOAD_ERRORS.pdfTooLarge] })
  @DownloadLimit()
  @Operation(
    'Downloads the transcript of a call as a PDF.',
    'As spoken with permission for transcript, else redacted. Downloads of both formats count together.',
  )
  @ApiOkResponse({
    content: {
      'application/pdf': { schema: { type: 'string', format: 'binary' }, example: '%PDF-1.7 (bytes)' },
    },
  })
  downloadTranscriptPdf(
    @Auth() auth: AuthContext,
    @Param() { call_id: callId }: CallIdParams,
    @Query() _query: ClientChoice,
  ): Promise<StreamableFile> {
    return this.send(auth, callId, 'pdf');
  }

  private async send(auth: AuthContext, callId: string, format: TranscriptFormat): Promise<StreamableFile> {
    const { bytes, disposition } = await this.transcripts.download(auth, callId, format);
    return new StreamableFile(bytes, { type: TYPES[format], disposition });
  }
}
