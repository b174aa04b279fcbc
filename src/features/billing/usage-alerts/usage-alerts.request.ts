import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsDefined, IsIn, IsString } from 'class-validator';
import { Field, OptionalField } from '../../../core/http/field.decorators.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { IsIdentifier } from '../../../core/http/is-identifier.js';
import { IsWholeNumber } from '../../../core/http/is-whole-number.js';
import { NamedClient } from '../rules/named-client.request.js';
import { ALERT_ACTIONS, THRESHOLD_TYPES } from '../rules/usage-alert.policy.js';
import type { AlertAction, ThresholdType } from '../rules/usage-alert.policy.js';
import { METERS, type MeterId } from '../rules/usage-charges.policy.js';

const oneOf = (words: readonly string[]) => ({ message: `must be one of ${words.join(', ')}` });

/** The path of a route about one alert. An id that no alert can have is an alert that is not there: 404. */
export class UsageAlertParams {
  @Field('The alert: an alert_id of the list.', { format: 'uuid' })
  @IsString()
  alert_id!: string;
}

/** POST /v1/billing/usage-alerts. */
export class CreateUsageAlertRequest extends NamedClient {
  @ApiProperty({ enum: METERS, example: 'minutes' })
  @IsIn(METERS, oneOf(METERS))
  @IsDefined()
  meter_id!: MeterId;

  @OptionalField('The project whose usage is meant; left out: all of the client together.', {
    example: 'acme-dental-front-desk-k3vq72',
  })
  @IfSent()
  @IsIdentifier()
  project_id?: string;

  @Field('Units, percent of the included units, or charges behind them in minor units of the currency.', {
    enum: THRESHOLD_TYPES,
    example: 'included_percent',
  })
  @IsIn(THRESHOLD_TYPES, oneOf(THRESHOLD_TYPES))
  @IsDefined()
  threshold_type!: ThresholdType;

  @ApiProperty({ example: 80 })
  @IsWholeNumber(1, 1_000_000_000_000)
  @IsDefined()
  threshold_value!: number;

  @ApiPropertyOptional({ enum: ALERT_ACTIONS, default: 'notify' })
  @IfSent()
  @IsIn(ALERT_ACTIONS, oneOf(ALERT_ACTIONS))
  action?: AlertAction;
}

/** PATCH /v1/billing/usage-alerts/{alert_id}. */
export class ChangeUsageAlertRequest extends NamedClient {
  @OptionalField('Another threshold may be reached once more in the same period.', {
    example: 90,
  })
  @IfSent()
  @IsWholeNumber(1, 1_000_000_000_000)
  threshold_value?: number;

  @ApiPropertyOptional({ enum: ALERT_ACTIONS })
  @IfSent()
  @IsIn(ALERT_ACTIONS, oneOf(ALERT_ACTIONS))
  action?: AlertAction;
}
