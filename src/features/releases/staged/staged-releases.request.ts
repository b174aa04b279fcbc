import {
  IntegerField,
  ObjectField,
  PatternField,
  PhoneNumberField,
  PhoneNumberListField,
} from '../../../core/http/fields/field-kinds.js';
import { PublishRequest } from '../publish/releases.request.js';
import { MAX_INTEGER } from '../../../core/http/fields/max-integer.js';
import { rule } from '../../../core/http/fields/field-rules.js';
import {
  DEFAULT_STOP_CALLS,
  MAX_STOP_CALLS,
  MIN_STOP_CALLS,
  STOP_SHARES,
} from '../rules/stop-rule.policy.js';

// A pilot consists of a few lines and the testers' telephones; each call is compared with each of
// them.
const MAX_NUMBERS = 100;

const LimitField = (what: string): PropertyDecorator =>
  IntegerField(1, 100, {
    description: `Percent of the ended calls that ${what}; left out: no limit.`,
    example: 20,
    optional: true,
  });

/** The rule by which a staged release ends. */
export class StopWhenRequest {
  @LimitField('have failed')
  failed_share?: number;

  @LimitField('were handed over to a person')
  escalation_share?: number;

  @LimitField('the caller abandoned')
  abandoned_share?: number;

  @IntegerField(MIN_STOP_CALLS, MAX_STOP_CALLS, {
    description: 'Ended calls of the staged version before which no limit counts.',
    default: DEFAULT_STOP_CALLS,
    optional: true,
  })
  min_calls: number = DEFAULT_STOP_CALLS;
}

/** Body of POST /v1/projects/{project_id}/staged-release: percent or numbers. */
export class StartStagedReleaseRequest extends PublishRequest {
  @IntegerField(1, 99, {
    description: 'The share of callers whose calls run the new version.',
    example: 10,
    optional: true,
  })
  percent?: number;

  @PhoneNumberListField(
    { min: 1, max: MAX_NUMBERS },
    {
      description: 'Instead of percent, strict E.164: calls from or to one of them run the new version.',
      optional: true,
    },
  )
  numbers?: string[];

  @ObjectField(StopWhenRequest, {
    description: 'Takes the version back by itself once its calls reach one of these limits.',
    optional: true,
    also: [
      rule(
        'limitMissing',
        (value) =>
          typeof value !== 'object' ||
          value === null ||
          STOP_SHARES.some((it) => it in value && (value as Record<string, unknown>)[it] !== undefined),
        `must have at least one of ${STOP_SHARES.join(', ')}`,
      ),
    ],
  })
  stop_when?: StopWhenRequest;
}

/** Body of POST /v1/projects/{project_id}/staged-release/finish and /take-back. */
export class EndStagedReleaseRequest {
  @IntegerField(1, MAX_INTEGER, {
    description: 'The staged version; any other is 409.',
    example: 4,
  })
  version_number!: number;
}

const CALL_ID = /^[A-Za-z0-9._:-]{1,128}$/;

export class VersionChoiceRequest {
  @PhoneNumberField({
    description: 'Null or left out if it is withheld.',
    example: '+61255501234',
    optional: true,
    nullable: true,
  })
  caller_number?: string | null;

  @PhoneNumberField({ example: '+61255501234', optional: true, nullable: true })
  called_number?: string | null;

  @PatternField(CALL_ID, 'must be 1 to 128 letters, digits, dots, underscores, colons or hyphens', {
    description: 'As in the report of the call.',
    pattern: CALL_ID.source,
    example: 'call-7f3a',
  })
  call_id!: string;
}
