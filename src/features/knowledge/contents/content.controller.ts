import { Get, Headers, Param, Put, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { withEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Answers, IfMatch, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { KNOWLEDGE_ERRORS } from '../knowledge.errors.js';
import { SourceParams } from '../lookup/source-path.request.js';
import { KnowledgeSource, KnowledgeSourceText } from '../lookup/source.response.js';
import { KNOWLEDGE_READERS, KNOWLEDGE_WRITERS } from '../rules/callers.js';
import { MOST_CONTENT_BYTES } from '../rules/source-limits.js';
import { KeptText } from './kept-text.service.js';
import { SourceUploads } from './source-uploads.service.js';

const CONTENT = { text: { value: '# Opening hours\n\nWe are open on weekdays from 9 to 5.' } };

const HEADERS = {
  ETag: { description: 'The etag in double quotes, for If-Match.', schema: { type: 'string' as const } },
};

/** knowledge 3.1, 3.10, 3.11. */
@Routes('v1/projects/:project_id/knowledge/sources/:source_id/content', 'Knowledge')
export class SourceContentController {
  constructor(
    private readonly uploads: SourceUploads,
    private readonly texts: KeptText,
  ) {}

  @Get()
  @Access({ ...KNOWLEDGE_READERS, errors: [KNOWLEDGE_ERRORS.textHeldBack, KNOWLEDGE_ERRORS.textNotKept] })
  @Operation(
    'Shows a knowledge source with its text; each view is audited.',
    'For kind text it is what was last uploaded, word for word; for the other kinds, the passages that were read last. ' +
      'It has 131,072 bytes in UTF-8 at most. partner_admin reads every text; everybody else reads those that builds take.',
  )
  @Answers(KnowledgeSourceText, { headers: HEADERS })
  async getKnowledgeSourceContent(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, source_id: sourceId }: SourceParams,
    @Query() _query: ClientChoice,
    @Res({ passthrough: true }) response: Response,
  ): Promise<KnowledgeSourceText> {
    return withEtag(response, await this.texts.show(auth, projectId, sourceId));
  }

  @Put()
  @Access({
    ...KNOWLEDGE_WRITERS,
    errors: [
      ...KNOWLEDGE_WRITERS.errors,
      KNOWLEDGE_ERRORS.ofOtherKind,
      CATALOGUE.conflict,
      CATALOGUE.preconditionRequired,
    ],
    keyless: 'A repeated upload replaces the earlier one.',
    body: { bytes: MOST_CONTENT_BYTES, types: ['application/octet-stream'], streamed: true },
  })
  @Operation(
    'Uploads the content of a knowledge source.',
    'PDF, DOCX, HTML, Markdown, CSV or text in UTF-8, of 20 MiB at most; the type is found from the content. It is ' +
      'read soon; until then the text that was read before stays in force.',
  )
  @IfMatch('The etag of the source that you read. Stale: 409; *: 428. Without it any content is replaced.')
  @ApiConsumes('application/octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary' }, examples: CONTENT })
  @Answers(KnowledgeSource, { headers: HEADERS })
  async saveKnowledgeSourceContent(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, source_id: sourceId }: SourceParams,
    @Query() _query: ClientChoice,
    @Headers('if-match') ifMatch: string | undefined,
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<KnowledgeSource> {
    // A refusal must not close the connection before it is sent; the pipeline discards the rest.
    const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    return withEtag(response, await this.uploads.put(auth, projectId, sourceId, body, ifMatch));
  }
}
