import { Param, Put, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { withEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { KNOWLEDGE_ERRORS } from '../knowledge.errors.js';
import { SourceParams } from '../lookup/source-path.request.js';
import { KnowledgeSource } from '../lookup/source.response.js';
import { KNOWLEDGE_WRITERS } from '../rules/callers.js';
import { MOST_CONTENT_BYTES } from '../rules/source-limits.js';
import { SourceUploads } from './source-uploads.service.js';

const CONTENT = { text: { value: '# Opening hours\n\nWe are open on weekdays from 9 to 5.' } };

/** knowledge 3.1. */
@Routes('v1/projects/:project_id/knowledge/sources/:source_id/content', 'Knowledge')
export class SourceContentController {
  constructor(private readonly uploads: SourceUploads) {}

  @Put()
  @Access({
    ...KNOWLEDGE_WRITERS,
    errors: [...KNOWLEDGE_WRITERS.errors, KNOWLEDGE_ERRORS.ofOtherKind],
    keyless: 'A repeated upload replaces the earlier one.',
    body: { bytes: MOST_CONTENT_BYTES, types: ['application/octet-stream'], streamed: true },
  })
  @Operation(
    'Uploads the content of a knowledge source.',
    'PDF, DOCX, HTML, Markdown, CSV or text in UTF-8, of 20 MiB at most; the type is found from the content. It is ' +
      'read soon; until then the text that was read before stays in force.',
  )
  @ApiConsumes('application/octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary' }, examples: CONTENT })
  @Answers(KnowledgeSource)
  async saveKnowledgeSourceContent(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, source_id: sourceId }: SourceParams,
    @Query() _query: ClientChoice,
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<KnowledgeSource> {
    // A refusal must not close the connection before it is sent; the pipeline discards the rest.
    const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    return withEtag(response, await this.uploads.put(auth, projectId, sourceId, body));
  }
}
