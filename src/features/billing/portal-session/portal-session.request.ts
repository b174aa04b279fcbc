import { EnumField } from '../../../core/http/fields/field-kinds.js';
import { RETURN_PATHS, type ReturnPath } from '../provider/provider-links.policy.js';
import { NamedClient } from '../rules/named-client.request.js';

export class PortalSessionRequest extends NamedClient {
  @EnumField(RETURN_PATHS, {
    description: "Page of the customers' portal to which the provider's pages return.",
    example: '/billing',
  })
  return_to!: ReturnPath;
}
