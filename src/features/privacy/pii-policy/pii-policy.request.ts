import { BooleanField, EnumListField, ObjectField } from '../../../core/http/fields/field-kinds.js';
import { ANALYTICS_READERS } from '../../../core/shared/roles.js';
import { PII_KINDS } from '../../../core/privacy/pii/pii-permission.policy.js';
import type { PiiPermissions } from './pii-policy.policy.js';

/** Has a field for each role that may hold a permission: the kinds that it may see, each once. */
class PiiPermissionsRequest {}
for (const role of ANALYTICS_READERS)
  EnumListField(PII_KINDS, {}, { optional: true })(PiiPermissionsRequest.prototype, role);

export class PiiPolicyRequest {
  @BooleanField({
    description: 'Whether summaries are hidden from callers without permission.',
    example: true,
  })
  strict_summaries!: boolean;

  @ObjectField(PiiPermissionsRequest, {
    description: 'The kinds that each role may see; omitted roles may see none.',
    example: { client_admin: [...PII_KINDS], client_manager: ['summary'] },
  })
  permissions!: PiiPermissions;
}
