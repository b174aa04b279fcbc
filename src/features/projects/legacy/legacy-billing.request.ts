import { rule } from '../../../core/http/fields/field-rules.js';
import { EnumField, IntegerField, StringField } from '../../../core/http/fields/field-kinds.js';
import { RequestField } from '../../../core/http/fields/request-field.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { BILLING_MODELS, isRate, MAX_RATE, type BillingModel } from './billing.policy.js';

/** The ISO 4217 codes that this version of Node knows. */
const CURRENCIES: ReadonlySet<unknown> = new Set(Intl.supportedValuesOf('currency'));

const isCurrency = rule(
  'isIn',
  (value) => CURRENCIES.has(value),
  'must be an ISO 4217 code in capitals, such as AUD',
);

/** An hour is the longest sensible minimum charge for a shorter call. */
const MAX_MINIMUM_SECONDS = 3600;

const isRateOfCalls = rule(
  'rateInvalid',
  isRate,
  `must be a number from 0 to ${MAX_RATE} with at most 4 decimals`,
);

/** Body of PUT /v1/projects/{project_id}: omitted fields keep their values. */
export class BillingUpdateRequest {
  @RequestField(
    [isRateOfCalls],
    { type: Number, minimum: 0, maximum: MAX_RATE },
    { description: 'At most 4 decimals; with per_call the price of a call.', example: 0.15, optional: true },
  )
  rate_per_minute?: number;

  @RequestField([isCurrency], { type: String }, { description: 'ISO 4217.', example: 'AUD', optional: true })
  currency?: string;

  @EnumField(BILLING_MODELS, { example: 'per_minute', optional: true })
  billing_model?: BillingModel;

  @IntegerField(0, MAX_MINIMUM_SECONDS, { example: 30, optional: true })
  minimum_billable_seconds?: number;
}

const DATE_HELP =
  'A date (a whole day in `timezone`) or an ISO 8601 instant; inclusive. A range may cover at most 400 days.';

export class BillingSummaryRequest extends ClientChoice {
  @StringField({
    description: `${DATE_HELP} Default: 30 days before the end.`,
    example: '2026-10-01',
    optional: true,
  })
  start_date?: string;

  @StringField({ description: `${DATE_HELP} Default: now.`, example: '2026-10-31', optional: true })
  end_date?: string;

  @StringField({
    description: 'IANA zone in which dates are days. Default: UTC.',
    example: 'Australia/Sydney',
    optional: true,
  })
  timezone?: string;
}
