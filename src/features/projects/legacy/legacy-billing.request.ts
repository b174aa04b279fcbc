import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, IsString, Max, Min, ValidateBy } from 'class-validator';
import { OptionalField } from '../../../core/http/field.decorators.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { BILLING_MODELS, isRate, MAX_RATE, type BillingModel } from './billing.policy.js';

/** ISO 4217, as this runtime knows it. */
const CURRENCIES = Intl.supportedValuesOf('currency');

/** A call of an hour is the longest that could sensibly be charged for one that was shorter. */
const MAX_MINIMUM_SECONDS = 3600;

const IsRate = (): PropertyDecorator =>
  ValidateBy({
    name: 'rateInvalid',
    validator: {
      validate: isRate,
      defaultMessage: () => `must be a number from 0 to ${MAX_RATE} with at most 4 decimals`,
    },
  });

/** Body of PUT /v1/projects/{project_id}: what is left out stays as it is. */
export class BillingUpdateRequest {
  @OptionalField('At most 4 decimals; with per_call the price of a call.', {
    minimum: 0,
    maximum: MAX_RATE,
    example: 0.15,
  })
  @IfSent()
  @IsRate()
  rate_per_minute?: number;

  @OptionalField('ISO 4217.', { example: 'AUD' })
  @IfSent()
  @IsIn(CURRENCIES, { message: 'must be an ISO 4217 code in capitals, such as AUD' })
  currency?: string;

  @ApiPropertyOptional({ enum: BILLING_MODELS, example: 'per_minute' })
  @IfSent()
  @IsIn(BILLING_MODELS)
  billing_model?: BillingModel;

  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: MAX_MINIMUM_SECONDS, example: 30 })
  @IfSent()
  @Min(0)
  @Max(MAX_MINIMUM_SECONDS)
  // Last in the list is asked first, and the first complaint is the one that is answered.
  @IsInt()
  minimum_billable_seconds?: number;
}

const DATE_HELP =
  'A date (a whole day in `timezone`) or an ISO 8601 instant; inclusive. A range may cover at most 400 days.';

/** Query of GET /v1/projects/{project_id}/billing-summary. */
export class BillingSummaryRequest extends ClientChoice {
  @OptionalField(`${DATE_HELP} Default: 30 days before the end.`, { example: '2026-10-01' })
  @IsOptional()
  @IsString()
  start_date?: string;

  @OptionalField(`${DATE_HELP} Default: now.`, { example: '2026-10-31' })
  @IsOptional()
  @IsString()
  end_date?: string;

  @OptionalField('IANA zone in which dates are days. Default: UTC.', { example: 'Australia/Sydney' })
  @IsOptional()
  @IsString()
  timezone?: string;
}
