import { BooleanField, EnumListField, ObjectField } from '../../../core/http/fields/field-kinds.js';
import { ANALYTICS_READERS, PORTAL_ROLES } from '../../../core/shared/roles.js';
import { PII_KINDS } from '../../../core/privacy/pii/pii-permission.policy.js';
import type { PiiPermissions } from './pii-policy.policy.js';

/** For each role that may have a permission, the kinds of data that it sees. */
class PiiPermissionsRequest {}
/** The same for each role of people. */
class PiiUnlockableRequest {}
for (const [type, roles] of [
  [PiiPermissionsRequest, ANALYTICS_READERS],
  [PiiUnlockableRequest, PORTAL_ROLES],
] as const)
  for (const role of roles) EnumListField(PII_KINDS, {}, { optional: true })(type.prototype, role);

export class PiiPolicyRequest {
  @BooleanField({
    description: 'Whether summaries are hidden from callers without permission.',
    example: true,
  })
  strict_summaries!: boolean;

  @BooleanField({
    description: 'Whether mails about support tickets may quote the beginning of a comment (default false).',
    example: false,
    optional: true,
  })
  quotes_in_mails?: boolean;

  @ObjectField(PiiPermissionsRequest, {
    description: 'The kinds that each role may see; omitted roles may see none.',
    example: { client_admin: [...PII_KINDS], client_manager: ['summary'] },
  })
  permissions!: PiiPermissions;

  @ObjectField(PiiUnlockableRequest, {
    description:
      'The kinds that an approved unlock of a call opens to each role; omitted roles may unlock none.',
    example: { client_manager: ['transcript'] },
    optional: true,
  })
  unlockable?: PiiPermissions;
}
