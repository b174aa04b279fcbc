import { Get } from '@nestjs/common';
import { Operation, Routes } from '../../../core/http/operation.decorator.js';
import { AnswersScim, ForDirectories, ScimRoute } from '../lookup/scim.decorators.js';
import { RESOURCE_TYPES, SCHEMAS, SERVICE_PROVIDER_CONFIG } from './discovery.policy.js';
import { listOf } from '../rules/resources.policy.js';

/** The parts of SCIM that the service supports, for directories (RFC 7644, section 4). */
@Routes('v1/security/scim/v2', 'Directory')
@ForDirectories()
export class DiscoveryController {
  @Get('ServiceProviderConfig')
  @ScimRoute()
  @AnswersScim()
  @Operation('Shows the features of SCIM that the service supports.')
  getServiceProviderConfig(): object {
    return SERVICE_PROVIDER_CONFIG;
  }

  @Get('ResourceTypes')
  @ScimRoute()
  @AnswersScim()
  @Operation('Lists the types of resources.')
  listResourceTypes(): object {
    return listOf(RESOURCE_TYPES, RESOURCE_TYPES.length, 1);
  }

  @Get('Schemas')
  @ScimRoute()
  @AnswersScim()
  @Operation('Lists the attributes of the resources.')
  listSchemas(): object {
    return listOf(SCHEMAS, SCHEMAS.length, 1);
  }
}
