import { ApiProperty } from '@nestjs/swagger';

const VALIDATION_STATUSES = ['ready', 'blocked', 'warning'] as const;
export type ValidationStatus = (typeof VALIDATION_STATUSES)[number];

const FINDING_SCOPES = ['campaign', 'contact', 'project', 'capacity'] as const;
export type FindingScope = (typeof FINDING_SCOPES)[number];

/** A finding, with the number of contacts that it applies to (campaigns 6.2). */
export class CampaignFinding {
  @ApiProperty({ enum: FINDING_SCOPES })
  scope!: FindingScope;

  @ApiProperty({ example: 'registry_stale' })
  code!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The field that resolves it, if there is one.',
    example: 'registry_checked_at_utc',
  })
  field!: string | null;

  @ApiProperty({ example: '12 contacts were washed too long ago. Wash them again.' })
  message!: string;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'How many contacts it applies to; null if it is not about contacts.',
    example: 12,
  })
  count!: number | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'The instant to which it refers, if any.',
  })
  at_utc!: string | null;
}

/** Whether a campaign may be launched, and what prevents it (campaigns section 6). */
export class CampaignValidationResult {
  @ApiProperty({ format: 'uuid' })
  campaign_id!: string;

  @ApiProperty({
    enum: VALIDATION_STATUSES,
    description: 'Blocked by any blocker; warnings do not prevent the launch.',
  })
  status!: ValidationStatus;

  @ApiProperty({ format: 'date-time' })
  validated_at_utc!: string;

  @ApiProperty({ type: [CampaignFinding] })
  blockers!: CampaignFinding[];

  @ApiProperty({ type: [CampaignFinding] })
  warnings!: CampaignFinding[];

  @ApiProperty({
    type: [CampaignFinding],
    description:
      'How many contacts may be called, how many wait and until when, and the expected first and last calls.',
  })
  info!: CampaignFinding[];

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'For each blocker about contacts, how many it applies to.',
    example: { registry_stale: 12 },
  })
  contact_blocker_counts!: Record<string, number>;
}
