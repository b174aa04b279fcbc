import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { DATA_ENVS, type DataEnv } from '../../../core/shared/auth-context.js';
import { PII_KINDS, type PiiKind } from '../../../core/privacy/pii/pii-permission.policy.js';
import { ANALYTICS_READERS, PORTAL_ROLES, type Scope } from '../../../core/shared/roles.js';

/** The schema of one role's list. */
const kinds = () => ({ type: 'array' as const, items: { type: 'string' as const, enum: [...PII_KINDS] } });

/** The schema of all roles, each with its list. */
const byRole = (roles: readonly Scope[], example: Readonly<Record<string, readonly PiiKind[]>>) => ({
  type: 'object' as const,
  properties: Object.fromEntries(roles.map((role) => [role, kinds()])),
  required: [...roles],
  selfRequired: true as const,
  additionalProperties: false,
  example: { ...Object.fromEntries(roles.map((role) => [role, []])), ...example },
});

/** GET and PUT /v1/privacy/pii-policy. */
export class PiiPolicyResponse {
  @ApiProperty({ example: 'acme-dental' })
  client_id!: string;

  @ApiProperty({ enum: DATA_ENVS, example: 'prod' })
  data_env!: DataEnv;

  @Field('default: never saved. Nothing is permitted then.', { enum: ['saved', 'default'], example: 'saved' })
  source!: 'saved' | 'default';

  @Field('For If-Match; also in the header ETag.', { example: 'r3-9f0c1f5d2b7a4e68' })
  etag!: string;

  @Field(
    'Whether summaries are hidden from callers without permission. If false, they see summaries in which ' +
      'nothing looks like personal data.',
    { example: true },
  )
  strict_summaries!: boolean;

  @Field('Whether mails about support tickets may quote the beginning of a comment.', { example: false })
  quotes_in_mails!: boolean;

  @Field(
    'The kinds that each role may see, by role; contains every role.',
    byRole(ANALYTICS_READERS, { client_admin: [...PII_KINDS], client_manager: ['summary'] }),
  )
  permissions!: Record<string, PiiKind[]>;

  @Field(
    'The kinds that an approved unlock of a call opens to each role; contains every role of people.',
    byRole(PORTAL_ROLES, { client_manager: ['transcript'] }),
  )
  unlockable!: Record<string, PiiKind[]>;

  @NullableField(String, { format: 'date-time', example: '2026-11-20T03:00:00.000Z' })
  updated_at_utc!: string | null;

  @NullableField(String, { example: '0b2d4a4e-6a3c-4b57-9a52-2f1c8d3e7a10' })
  updated_by!: string | null;
}
