import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayUnique, IsArray, IsBoolean, IsDefined, IsIn, IsObject, ValidateNested } from 'class-validator';
import { Field } from '../../../core/http/field.decorators.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { ANALYTICS_READERS } from '../../../core/kernel/roles.js';
import { PII_KINDS } from '../../../core/privacy/pii-permission.policy.js';
import type { PiiPermissions } from './pii-policy.policy.js';

const KINDS_MESSAGE = `must be a list of ${PII_KINDS.join(', ')}`;

/** The kinds of one role, each once. */
const Kinds = (): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ enum: PII_KINDS, isArray: true, uniqueItems: true }),
    // The first that a value breaks is told.
    IsArray({ message: KINDS_MESSAGE }),
    IsIn(PII_KINDS, { each: true, message: KINDS_MESSAGE }),
    ArrayUnique({ message: 'must not name a kind twice' }),
    IfSent(),
  );

/** Has a field for each role that may hold a permission. */
class PiiPermissionsRequest {}
for (const role of ANALYTICS_READERS) Kinds()(PiiPermissionsRequest.prototype, role);

/** Body of PUT /v1/privacy/pii-policy. */
export class PiiPolicyRequest {
  @Field('Whether summaries are hidden from callers without permission.', { example: true })
  @IsBoolean()
  @IsDefined()
  strict_summaries!: boolean;

  @Field('The kinds that each role may see; a role that is left out may see none.', {
    type: PiiPermissionsRequest,
    example: { client_admin: [...PII_KINDS], client_manager: ['summary'] },
  })
  @ValidateNested()
  @Type(() => PiiPermissionsRequest)
  @IsObject()
  @IsDefined()
  permissions!: PiiPermissions;
}
