import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { EXPORTERS } from '../governance/export-decision.policy.js';
import { ExportCapabilitiesRequest } from './capabilities.request.js';
import { ExportCapabilitiesResponse } from './capabilities.response.js';
import { ExportCapabilitiesService } from './capabilities.service.js';

/** calls-export section 11. */
@Routes('v1/calls/export/capabilities', 'Calls')
export class ExportCapabilitiesController {
  constructor(private readonly capabilities: ExportCapabilitiesService) {}

  @Get()
  @Access({ scopes: EXPORTERS, client: 'query', project: 'query', surface: 'export' })
  @Operation('Lists what your exports may contain: profiles, columns, options and limits.')
  @Answers(ExportCapabilitiesResponse)
  getExportCapabilities(
    @Auth() auth: AuthContext,
    @Query() { project_id: projectId }: ExportCapabilitiesRequest,
  ): Promise<ExportCapabilitiesResponse> {
    return this.capabilities.read(auth, projectId);
  }
}
