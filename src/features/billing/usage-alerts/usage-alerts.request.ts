import {
  EnumField,
  IdentifierField,
  IntegerField,
  StringField,
} from '../../../core/http/fields/field-kinds.js';
import { NamedClient } from '../rules/named-client.request.js';
import { ALERT_ACTIONS, THRESHOLD_TYPES } from '../rules/usage-alert.policy.js';
import type { AlertAction, ThresholdType } from '../rules/usage-alert.policy.js';
import { METERS, type MeterId } from '../rules/charges/usage-charges.policy.js';

/**
 * The path of a route about one alert. A malformed id gets the same response as an unknown one:
 * 404.
 */
export class UsageAlertParams {
  @StringField({ description: 'The alert_id of the alert, from the list.', format: 'uuid' })
  alert_id!: string;
}

export class CreateUsageAlertRequest extends NamedClient {
  @EnumField(METERS, { example: 'minutes' })
  meter_id!: MeterId;

  @IdentifierField({
    description: 'The project whose usage counts; if left out, the whole client.',
    example: 'acme-dental-front-desk-k3vq72',
    optional: true,
  })
  project_id?: string;

  @EnumField(THRESHOLD_TYPES, {
    description:
      'Units, percent of the included units, or charges above them in minor units of the currency.',
    example: 'included_percent',
  })
  threshold_type!: ThresholdType;

  @IntegerField(1, 1_000_000_000_000, { example: 80 })
  threshold_value!: number;

  @EnumField(ALERT_ACTIONS, { default: 'notify', optional: true })
  action?: AlertAction;
}

export class ChangeUsageAlertRequest extends NamedClient {
  @IntegerField(1, 1_000_000_000_000, {
    description: 'A changed threshold may be reached again in the same period.',
    example: 90,
    optional: true,
  })
  threshold_value?: number;

  @EnumField(ALERT_ACTIONS, { optional: true })
  action?: AlertAction;
}
