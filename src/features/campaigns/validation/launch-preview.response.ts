import { ApiProperty } from '@nestjs/swagger';

const Count = (description: string, example: number): PropertyDecorator =>
  ApiProperty({ type: 'integer', minimum: 0, description, example });

export class LaunchPreviewHour {
  @ApiProperty({ format: 'date-time', description: 'A full hour of UTC.' })
  starts_at_utc!: string;

  @Count('How many contacts may be called in this hour, if they were not called before.', 840)
  contacts!: number;
}

/** In which hours the contacts of a campaign may be called (campaigns 6.7). */
export class CampaignLaunchPreview {
  @ApiProperty({ format: 'uuid' })
  campaign_id!: string;

  @ApiProperty({
    format: 'date-time',
    description: 'The start of its schedule, or now where that has passed.',
  })
  launch_at_utc!: string;

  @Count('Contacts that wait for a call. The three counts below add up to it.', 1000)
  contacts!: number;

  @Count('Contacts that may be called in at least one of the hours.', 940)
  callable_contacts!: number;

  @Count('Contacts that may be called later than in these hours.', 20)
  later_contacts!: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer', minimum: 1 },
    description: 'For each reason for which contacts are not called, how many they are.',
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
}
