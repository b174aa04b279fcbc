import { Get, Headers, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access } from '../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../core/http/operation.decorator.js';
import type { ProtectedAccess } from '../../core/auth/access-rule.js';
import { namesEtag, quotedEtag } from '../../core/http/etag/etag-headers.policy.js';
import { contentHash } from '../../core/shared/json/canonical-json.policy.js';
import { isWithinLanguage } from './catalogue-filter.policy.js';
import { ModelsRequest, VoicesRequest } from './catalogs.request.js';
import { ModelsResponse, VoicesResponse } from './catalogs.response.js';
import { PlatformCatalogue } from './platform-catalogue.js';
import { ANALYTICS_READERS } from '../../core/shared/roles.js';

const READERS: Omit<ProtectedAccess, 'kind'> = {
  scopes: ANALYTICS_READERS,
  client: 'query',
  surface: 'partner',
};

const ETAG = {
  ETag: { description: 'The etag of the list, for If-None-Match.', schema: { type: 'string' as const } },
};

/** The platform's models and voices, for every caller (catalogs section 1). */
@ApiHeader({ name: 'If-None-Match', required: false, description: 'The ETag of the last answer.' })
@ApiResponse({ status: 304, description: 'The list has not changed.', headers: ETAG })
@Routes('v1/catalogs', 'Catalogues')
export class CatalogsController {
  @Get('voices')
  @Access(READERS)
  @Operation('Lists the voices that a configuration may name.')
  @Answers(VoicesResponse, { headers: ETAG })
  listVoices(
    @Query() { language, status }: VoicesRequest,
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): VoicesResponse | undefined {
    const items = PlatformCatalogue.voices.filter(
      (voice) =>
        (language === undefined || isWithinLanguage(language, voice.language)) &&
        (status === undefined || voice.status === status),
    );
    return unlessKnown({ items }, known, response);
  }

  @Get('models')
  @Access(READERS)
  @Operation('Lists the language models that a configuration may name.')
  @Answers(ModelsResponse, { headers: ETAG })
  listModels(
    @Query() { modality, status }: ModelsRequest,
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): ModelsResponse | undefined {
    const items = PlatformCatalogue.models.filter(
      (model) =>
        (modality === undefined || model.modalities.includes(modality)) &&
        (status === undefined || model.status === status),
    );
    return unlessKnown({ items }, known, response);
  }
}

/** The answer with its ETag, or 304 for a caller that already has it. */
function unlessKnown<T extends object>(
  answer: T,
  known: string | undefined,
  response: Response,
): T | undefined {
  const etag = contentHash(answer);
  response.setHeader('ETag', quotedEtag(etag));
  if (!namesEtag(known, etag)) return answer;
  response.status(304);
  return undefined;
}
