import { auditableId } from '../../core/audit/auditable-id.policy.js';
import {
  EnumField,
  InstantField,
  ObjectListField,
  PatternField,
} from '../../core/http/fields/field-kinds.js';
import { rule } from '../../core/http/fields/field-rules.js';
import type { Decision } from './audit-decisions.policy.js';

/** A page of a log: a larger request would lock rows longer than a caller waits. */
const MOST_AT_ONCE = 100;

const IDENTIFIER = /^[A-Za-z0-9._:-]{1,128}$/;

const Id = (
  description: string,
  example: string,
  also: readonly PropertyDecorator[] = [],
): PropertyDecorator =>
  PatternField(IDENTIFIER, 'must be 1 to 128 letters, digits, dots, colons, hyphens and underscores', {
    description,
    example,
    pattern: IDENTIFIER.source,
    also,
  });

/**
 * Digits that may be a telephone number stay out of the trail (privacy 8.3); with a word before
 * them they are an id.
 */
const isNoNumber = rule(
  'looksPersonal',
  (value) => typeof value !== 'string' || /[A-Za-z]/.test(value) || auditableId(value) !== null,
  'must not look like a telephone number; add a prefix that says what it is, such as call-',
);

const WORD = /^[a-z][a-z0-9_]{0,63}(?:\.[a-z0-9_]{1,64})?$/;

const Word = (description: string, example: string): PropertyDecorator =>
  PatternField(
    WORD,
    'must be one or two words of lowercase letters, digits and underscores, separated by a dot, such as ' +
      'call.transcript_read',
    { description, example, pattern: WORD.source },
  );

export class AuditDecisionRequest implements Decision {
  @Id('An id of your choice, unique in the tenant: a repeated decision is recorded once.', 'pdp-7f3a-000117')
  decision_id!: string;

  @Word('The requested action.', 'call.transcript_read')
  action!: string;

  @Word('The type of resource that the action concerns.', 'call')
  resource_type!: string;

  @Id('The id of that resource.', 'call-2026-11-20-0042', [isNoNumber])
  resource_id!: string;

  @EnumField(['allow', 'deny'], { description: 'The decision.', example: 'deny' })
  decision!: 'allow' | 'deny';

  @Word('Why.', 'role_not_permitted')
  reason_code!: string;

  @InstantField({
    description: 'When it was decided; not in the future.',
    example: '2026-11-20T03:00:00.000Z',
  })
  occurred_at_utc!: string;
}

export class AuditDecisionsRequest {
  @ObjectListField(
    AuditDecisionRequest,
    { min: 1, max: MOST_AT_ONCE },
    { description: '1 to 100 decisions.' },
  )
  decisions!: AuditDecisionRequest[];
}
