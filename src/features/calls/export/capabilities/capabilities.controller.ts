import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../../core/auth/access.decorator.js';
import type { AuthContext } from '../../../../core/kernel/auth-context.js';
import { EXPORTERS } from '../export-decision.policy.js';
import { ExportCapabilitiesRequest } from './capabilities.request.js';
import { ExportCapabilitiesResponse } from './capabilities.response.js';
import { ExportCapabilitiesService } from './capabilities.service.js';

/** calls-export section 11. */
@ApiTags('Calls')
@Controller('v1/calls/export/capabilities')
export class ExportCapabilitiesController {
  constructor(private readonly capabilities: ExportCapabilitiesService) {}

  @Get()
  @Access({ scopes: EXPORTERS, client: 'query', project: 'query', surface: 'export' })
  @ApiOperation({ summary: 'What you may ask an export for: profiles, columns, options and limits.' })
  @ApiOkResponse({ type: ExportCapabilitiesResponse })
  getExportCapabilities(
    @Auth() auth: AuthContext,
    @Query() { project_id: projectId }: ExportCapabilitiesRequest,
  ): Promise<ExportCapabilitiesResponse> {
    return this.capabilities.read(auth, projectId);
  }
}
