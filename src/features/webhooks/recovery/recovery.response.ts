import { ApiProperty } from '@nestjs/swagger';

/** POST /v1/partner/webhooks/{webhook_id}/recover. */
export class RecoveryResponse {
  @ApiProperty({ format: 'uuid' })
  webhook_id!: string;

  @ApiProperty({ format: 'date-time' })
  since_utc!: string;

  @ApiProperty({ format: 'date-time' })
  until_utc!: string;

  @ApiProperty({ description: 'Whether it was only counted.', example: true })
  preview!: boolean;

  @ApiProperty({ type: 'integer', description: 'Events that are sent, or would be.', example: 42 })
  count!: number;

  @ApiProperty({
    description:
      'Whether there are more than one request recovers: ask again, those of this one do not count any more.',
    example: false,
  })
  has_more!: boolean;
}
