import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { UNKNOWN_COSTS, UNKNOWN_ENDS, type UnknownCost, type UnknownEnd } from './launch-estimate.policy.js';

const Count = (description: string, example: number): PropertyDecorator =>
  ApiProperty({ type: 'integer', minimum: 0, description, example });

export class LaunchPreviewHour {
  @ApiProperty({ format: 'date-time', description: 'A full hour of UTC.' })
  starts_at_utc!: string;

  @Count('How many contacts may be called in this hour, if they were not called before.', 840)
  contacts!: number;
}

export class EstimatedCost {
  @ApiProperty({ example: 'AUD' })
  currency!: string;

  @ApiProperty({ type: 'number', minimum: 0, example: 212.4 })
  amount!: number;
}

export class EstimateBasis {
  @Count('The latest outbound calls of the project that have ended, 500 at most.', 180)
  calls!: number;

  @NullableField(String, { format: 'date-time', description: 'The start of the first of them.' })
  since_utc!: string | null;

  @NullableField('number', { description: 'From the dial to the end.', example: 74 })
  average_seconds!: number | null;

  @NullableField('number', { description: 'Percent of the calls that were answered.', example: 62.3 })
  answered_percent!: number | null;
}

/** When a campaign is expected to end, and its cost (campaigns 6.8). */
export class LaunchEstimate {
  @NullableField(String, {
    format: 'date-time',
    description: 'About when its last call ends; null: unknown.',
  })
  ends_at_utc!: string | null;

  @NullableField(String, { enum: [...UNKNOWN_ENDS], description: 'Why the end is unknown.' })
  end_unknown!: UnknownEnd | null;

  @NullableField('integer', {
    minimum: 0,
    description: 'About how many calls it makes, including retries.',
    example: 1400,
  })
  calls!: number | null;

  @NullableField('integer', {
    minimum: 0,
    description: 'About how many callable contacts the end of its schedule leaves without a call.',
    example: 0,
  })
  contacts_left!: number | null;

  @NullableField(EstimatedCost, { description: 'The estimated cost of these calls; null: unknown.' })
  cost!: EstimatedCost | null;

  @NullableField(String, { enum: [...UNKNOWN_COSTS], description: 'Why the cost is unknown.' })
  cost_unknown!: UnknownCost | null;

  @ApiProperty({ type: EstimateBasis })
  basis!: EstimateBasis;
}

/** The hours in which the contacts of a campaign may be called (campaigns 6.7). */
export class CampaignLaunchPreview {
  @ApiProperty({ format: 'uuid' })
  campaign_id!: string;

  @ApiProperty({
    format: 'date-time',
    description: 'The start of its schedule, or now if that has passed.',
  })
  launch_at_utc!: string;

  @Count('Contacts that wait for a call. The three counts below add up to it.', 1000)
  contacts!: number;

  @Count('Contacts that may be called in at least one of the hours.', 940)
  callable_contacts!: number;

  @Count('Contacts that may be called only after these hours.', 20)
  later_contacts!: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer', minimum: 1 },
    description: 'The number of contacts that are not called, by reason.',
    example: { dnc: 12, registry_stale: 28 },
  })
  not_callable_by_reason!: Record<string, number>;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    nullable: true,
    description: 'How many outbound calls may be in progress at once; null: no capacity is configured.',
    example: 25,
  })
  concurrent_calls!: number | null;

  @ApiProperty({ type: [LaunchPreviewHour] })
  hours!: LaunchPreviewHour[];

  @Field('Estimated from these hours; more hours make the estimate better.', { type: LaunchEstimate })
  estimate!: LaunchEstimate;
}
