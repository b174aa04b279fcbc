import { Get, Query } from '@nestjs/common';
import { Access } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { ANALYTICS_READERS } from '../../../core/shared/roles.js';
import { FIGURES } from '../rules/catalogue.js';
import { describe } from '../rules/describe.js';
import { DefinitionsRequest } from './definitions.request.js';
import { DefinitionsResponse } from '../rules/definition.response.js';

/** figures section 1. */
@Routes('v1/definitions', 'Figures')
export class DefinitionsController {
  @Get()
  @Access({ scopes: ANALYTICS_READERS, acrossClients: true, surface: 'general' })
  @Operation(
    'Defines each figure of calls, campaigns, charges and home.',
    'The same for every caller. An explanation contains the definition of its figure.',
  )
  @Answers(DefinitionsResponse)
  listDefinitions(@Query() { language }: DefinitionsRequest): DefinitionsResponse {
    return { items: FIGURES.flatMap((of) => of.figures.map((it) => describe(of, it, language))) };
  }
}
