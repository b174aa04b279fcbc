import { UuidListField } from '../../../core/http/fields/field-kinds.js';
import { HOLDERS } from '../rules/break-glass.policy.js';

/** PUT /v1/security/break-glass/holders. */
export class HoldersRequest {
  @UuidListField(HOLDERS, {
    description: 'The user ids of the holders: active administrators (client_admin) of the client.',
  })
  user_ids!: string[];
}
