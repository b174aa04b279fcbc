import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsDefined } from 'class-validator';
import { IfSent } from '../../../core/http/if-sent.js';
import { IsInstant } from '../../../core/http/is-instant.js';

/** Body of POST /v1/partner/webhooks/{webhook_id}/recover. */
export class RecoverWebhookRequest {
  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'By when events were stored, not when their calls were. At most 30 days ago.',
    example: '2026-11-20T00:00:00Z',
  })
  @IsInstant()
  @IsDefined()
  since!: string;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    description: 'Exclusive; now, where it is left out.',
  })
  @IfSent()
  @IsInstant()
  until?: string;

  @ApiPropertyOptional({ description: 'Only counts.', default: false })
  @IfSent()
  @IsBoolean()
  preview?: boolean;
}
