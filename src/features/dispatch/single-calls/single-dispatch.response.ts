import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { DISPOSITIONS, NOT_CALLABLE_REASONS, type Disposition } from '../../campaigns/rules/statuses.js';
import { ENDED_WITHOUT_DECISION, type RefusedCode } from '../../campaigns/contact-rows/single-call.policy.js';

export const SINGLE_STATUSES = ['queued', 'leased', 'dialing', 'in_call', 'ended', 'refused'] as const;
export type SingleStatus = (typeof SINGLE_STATUSES)[number];

export class SingleDispatchResponse {
  @ApiProperty({ format: 'uuid' }) dispatch_id!: string;
  @ApiProperty({ enum: SINGLE_STATUSES }) status!: SingleStatus;
  @NullableField(String, { enum: DISPOSITIONS, description: 'Set once it has ended.' })
  disposition!: Disposition | null;
  @NullableField(String, { description: 'The call, once the runtime has reported it.' })
  call_id!: string | null;
  @Field('Why it was refused; empty otherwise.', {
    enum: [...NOT_CALLABLE_REASONS, ...ENDED_WITHOUT_DECISION],
    isArray: true,
  })
  refused_codes!: readonly RefusedCode[];
}
