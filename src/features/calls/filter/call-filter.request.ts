import { isKnown, readAs } from '../../../core/http/fields/field-rules.js';
import {
  IdentifierField,
  QueryBooleanField,
  StringField,
  FilterField,
  FilterTextField,
} from '../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { MAX_INTEGER } from '../../../core/http/fields/max-integer.js';
import { readPhoneNumber } from '../../../core/shared/phone-numbers/phone-number.policy.js';
import {
  CALL_STATUSES,
  CHANNELS,
  DIRECTIONS,
  DISCONNECTION_REASONS,
  OUTCOME_IDS,
} from '../../call-records/rules/call-vocabulary.js';
import type {
  CallStatus,
  Channel,
  Direction,
  DisconnectionReason,
  OutcomeId,
} from '../../call-records/rules/call-vocabulary.js';
import { WIRE_SENTIMENTS, type WireSentiment } from '../../call-records/rules/sentiment.policy.js';

const DATE_HELP =
  'A date (a whole day in `timezone`) or an ISO 8601 instant; inclusive. A range may cover at most 400 days.';

const PROJECT = { description: 'The project.', example: 'acme-dental-front-desk-k3vq72' };

const StatedDate = (example: string): PropertyDecorator => StringField({ description: DATE_HELP, example });

const OpenDate = (unless: string, example: string): PropertyDecorator =>
  StringField({ description: `${DATE_HELP} Default: ${unless}.`, example, optional: true });

// Names and ids in rows are shorter, so longer texts match nothing.
const MAX_TEXT = 256;
const NAME = new RegExp(`^\\P{Cc}{1,${MAX_TEXT}}$`, 'u');
const isName = (value: string): boolean => NAME.test(value);
const NAME_HELP = `must be 1 to ${MAX_TEXT} characters without control characters`;
const CALL_ID_PREFIX = /^[A-Za-z0-9._:-]{1,128}$/;
/** Versions count from 1 in 32 bits. */
const VERSION = /^(none|[1-9]\d{0,9})$/;
const isVersion = (value: string): boolean =>
  VERSION.test(value) && (value === 'none' || Number(value) <= MAX_INTEGER);
const SECONDS = /^\d{1,9}(\.\d{1,6})?$/;

const SecondsField = (also: readonly PropertyDecorator[] = []): PropertyDecorator =>
  FilterTextField(
    (value) => SECONDS.test(value),
    'must be 0 or more seconds, with at most 9 digits before the point and 6 after it',
    {
      type: Number,
      minimum: 0,
      description: 'Seconds; calls without a duration are left out.',
      optional: true,
      also,
    },
  );

/** The end of a number: as many digits as a mask keeps. */
export const LAST_DIGITS = /^\d{3}$/;

/** The format of `maskPhone`, with or without a country code; rows have no other. */
const MASKED = /^(\+\d{1,3} )?\*\*\* \*\*\* \d{1,3}$|^\*\*\*$/;

/** The filter fields that every analytics route accepts. */
class RangeOptions extends ClientChoice {
  @IdentifierField({ description: 'One solution.', optional: true })
  solution_id?: string;

  @StringField({
    description: 'IANA zone in which dates are days. Default: UTC.',
    example: 'Australia/Sydney',
    optional: true,
  })
  timezone?: string;
}

/** Only a project and a range, which cannot be narrowed down to a few people (calls 12.2). */
export class ProjectRangeRequest extends RangeOptions {
  @IdentifierField(PROJECT)
  project_id!: string;

  @StatedDate('2026-10-01')
  start_date!: string;

  @StatedDate('2026-10-31')
  end_date!: string;
}

/**
 * The filters shared by list and analytics, so that the same filter gives the same total everywhere
 * (calls section 4). A value that cannot match is 400 validation_failed.
 */
class FilterOptions extends RangeOptions {
  @FilterField(CALL_STATUSES, { description: 'Calls of one status.', optional: true })
  status?: CallStatus;

  @FilterField(OUTCOME_IDS, { description: 'Calls of one primary outcome.', optional: true })
  primary_outcome?: OutcomeId;

  @FilterField(WIRE_SENTIMENTS, { description: 'Calls of one sentiment.', optional: true })
  sentiment?: WireSentiment;

  @FilterField(DISCONNECTION_REASONS, { description: 'Calls that ended in one way.', optional: true })
  disconnection_reason?: DisconnectionReason;

  @FilterField(DIRECTIONS, { optional: true })
  direction?: Direction;

  @FilterField(CHANNELS, { optional: true })
  channel?: Channel;

  @FilterTextField(isName, NAME_HELP, {
    optional: true,
    description: 'The exact name of the agent; Unicode composition of accents does not matter.',
    example: 'Ava',
  })
  agent?: string;

  @FilterTextField(
    (value) => LAST_DIGITS.test(value) || readPhoneNumber(value) !== null || MASKED.test(value),
    'must be a number with its country code, such as +61491570006, its last three digits, or a masked number as rows show it',
    {
      description:
        'A number in E.164, its masked form as in rows, or its last three digits. Only callers who may see ' +
        'raw numbers get an exact match; for all others, a number is compared by its masked form.',
      example: '+61 *** *** 123',
      optional: true,
      // A plus sign that the sender forgot to escape in a query string arrives as a space.
      also: [readAs((value) => (typeof value === 'string' ? value.replace(/^ (?=\d)/, '+') : value))],
    },
  )
  caller?: string;

  @FilterTextField(isName, NAME_HELP, {
    optional: true,
    description: 'The exact label of the AI provider.',
    example: 'primary',
  })
  provider_label?: string;

  @FilterTextField(isName, NAME_HELP, { optional: true, description: 'Calls of one campaign.' })
  campaign_id?: string;

  @FilterTextField(isVersion, 'must be a version number, 1 or higher, or none', {
    optional: true,
    description:
      'Calls that this version of the project served, which `project_id` names; `none`: calls whose version is not known.',
    example: '7',
  })
  version?: string;

  @SecondsField([
    isKnown<FilterOptions>(
      (value, { max_duration_seconds: max = 'Infinity' }) => !(Number(value) > Number(max)),
      'must not be more than max_duration_seconds',
    ),
  ])
  min_duration_seconds?: string;

  @SecondsField()
  max_duration_seconds?: string;

  @QueryBooleanField({
    description: 'Calls that were, or were not, handed over to a person.',
    optional: true,
  })
  human_escalation?: 'true' | 'false';

  @FilterTextField((value) => CALL_ID_PREFIX.test(value), 'must be the beginning of a call_id', {
    optional: true,
    description: 'The beginning of a call_id.',
    example: 'room-2026',
  })
  search?: string;

  @FilterField(['open', 'done', 'not_done'], {
    description: 'Calls with a follow-up in this state. `not_done`: calls without a follow-up that is done.',
    optional: true,
  })
  follow_up?: 'open' | 'done' | 'not_done';

  @FilterTextField(isName, NAME_HELP, {
    optional: true,
    description: 'Calls whose follow-up this person owns: a user_id.',
  })
  follow_up_owner?: string;

  @FilterTextField(isName, NAME_HELP, {
    optional: true,
    description: 'Calls whose follow-up has this tag; case makes no difference.',
    example: 'quote',
  })
  follow_up_tag?: string;
}

/** The filter of an analytics route; every part is optional. */
export class CallFilterRequest extends FilterOptions {
  @OpenDate('30 days before the end', '2026-10-01')
  start_date?: string;

  @OpenDate('now', '2026-10-31')
  end_date?: string;

  @IdentifierField({ description: 'One project; without it every project the caller sees.', optional: true })
  project_id?: string;
}

/** The same for routes that need one project and one range. */
export class ProjectCallFilterRequest extends FilterOptions {
  @IdentifierField(PROJECT)
  project_id!: string;

  @StatedDate('2026-10-01')
  start_date!: string;

  @StatedDate('2026-10-31')
  end_date!: string;
}
