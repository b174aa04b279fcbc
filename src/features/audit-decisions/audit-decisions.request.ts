import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsDefined,
  IsIn,
  Matches,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { auditableId } from '../../core/audit/auditable-id.policy.js';
import { Field } from '../../core/http/field.decorators.js';
import { IsInstant } from '../../core/http/is-instant.js';
import type { Decision } from './audit-decisions.policy.js';

/** A page of a log: more in one request keeps its rows locked for longer than a caller waits. */
const MOST_AT_ONCE = 100;

const IDENTIFIER = /^[A-Za-z0-9._:-]{1,128}$/;

const Id = (description: string, example: string): PropertyDecorator =>
  applyDecorators(
    Field(description, { example, pattern: IDENTIFIER.source }),
    Matches(IDENTIFIER, {
      message: 'must be 1 to 128 letters, digits, dots, colons, hyphens and underscores',
    }),
    IsDefined(),
  );

/** Digits that may be a telephone number stay out of the trail (privacy 8.3); with a word before them they are an id. */
const NotANumber = (): PropertyDecorator =>
  ValidateBy({
    name: 'looksPersonal',
    validator: {
      validate: (value: unknown) =>
        typeof value !== 'string' || /[A-Za-z]/.test(value) || auditableId(value) !== null,
      defaultMessage: () =>
        'must not look like a telephone number; write what it is before it, such as call-',
    },
  });

const WORD = /^[a-z][a-z0-9_]{0,63}(?:\.[a-z0-9_]{1,64})?$/;

const Word = (description: string, example: string): PropertyDecorator =>
  applyDecorators(
    Field(description, { example, pattern: WORD.source }),
    Matches(WORD, {
      message:
        'must be a word of small letters, digits and underscores, or two with a dot between them, such as call.transcript_read',
    }),
    IsDefined(),
  );

/** One decision about access. */
export class AuditDecisionRequest implements Decision {
  @Id('Of your own making, unique in the tenant: a repeat is recorded once.', 'pdp-7f3a-000117')
  decision_id!: string;

  @Word('What was asked for.', 'call.transcript_read')
  action!: string;

  @Word('What it was asked of.', 'call')
  resource_type!: string;

  @NotANumber()
  @Id('Which of these.', 'call-2026-11-20-0042')
  resource_id!: string;

  @Field('What was decided.', { enum: ['allow', 'deny'], example: 'deny' })
  @IsIn(['allow', 'deny'], { message: 'must be allow or deny' })
  @IsDefined()
  decision!: 'allow' | 'deny';

  @Word('Why.', 'role_not_permitted')
  reason_code!: string;

  @Field('When it was decided; not in the future.', {
    format: 'date-time',
    example: '2026-11-20T03:00:00.000Z',
  })
  @IsInstant()
  @IsDefined()
  occurred_at_utc!: string;
}

/** Body of POST /v1/security/audit-decisions. */
export class AuditDecisionsRequest {
  @Field('1 to 100 decisions.', { type: [AuditDecisionRequest], minItems: 1, maxItems: MOST_AT_ONCE })
  @ValidateNested({ each: true, message: 'must be a list of decisions' })
  @Type(() => AuditDecisionRequest)
  @ArrayMaxSize(MOST_AT_ONCE, { message: `must hold at most ${MOST_AT_ONCE} decisions` })
  @ArrayMinSize(1, { message: 'must hold at least one decision' })
  @IsArray({ message: 'must be a list of decisions' })
  @IsDefined()
  decisions!: AuditDecisionRequest[];
}
