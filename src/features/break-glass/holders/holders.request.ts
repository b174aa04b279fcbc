import { UuidListField } from '../../../core/http/fields/field-kinds.js';
import { HOLDERS } from '../rules/break-glass.policy.js';

/** PUT /v1/security/break-glass/holders. */
export class HoldersRequest {
  @UuidListField(HOLDERS, {
    description: 'The user ids of the holders: active administrators (client_admin) of the client.',
    example: ['01a1fc1b-628c-7fa9-95cc-33a6952135bb', '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e'],
  })
  user_ids!: string[];
}
