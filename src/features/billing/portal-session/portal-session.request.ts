import { IsDefined, IsIn } from 'class-validator';
import { Field } from '../../../core/http/field.decorators.js';
import { RETURN_PATHS, type ReturnPath } from '../provider/provider-links.policy.js';
import { NamedClient } from '../rules/named-client.request.js';

/** POST /v1/billing/portal-session. */
export class PortalSessionRequest extends NamedClient {
  @Field("Page of the customers' portal to which the provider's pages lead back.", {
    enum: RETURN_PATHS,
    example: '/billing',
  })
  @IsIn(RETURN_PATHS, { message: `must be one of ${RETURN_PATHS.join(', ')}` })
  @IsDefined()
  return_to!: ReturnPath;
}
