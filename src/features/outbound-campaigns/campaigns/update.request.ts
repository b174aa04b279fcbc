import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { OptionalField } from '../../../core/http/field.decorators.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { IsInstant } from '../../../core/http/is-instant.js';
import { IsText } from '../../../core/http/is-text.js';
import { MAX_DESCRIPTION, MAX_NAME, PRIORITY, withoutBlank } from './create.request.js';

/** Body of PATCH /v1/outbound-campaigns/{campaign_id} (campaigns 2.8). What is left out stays as it is. */
export class UpdateCampaignRequest {
  @ApiPropertyOptional({ minLength: 1, maxLength: MAX_NAME, example: 'Recall November' })
  @IfSent()
  @IsText(1, MAX_NAME)
  name?: string;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: MAX_DESCRIPTION })
  @Transform(({ value }: { value: unknown }) => withoutBlank(value))
  @IsOptional()
  @IsText(0, MAX_DESCRIPTION, { lines: true })
  description?: string | null;

  @ApiPropertyOptional({ type: 'integer', minimum: PRIORITY.min, maximum: PRIORITY.max, example: 50 })
  @IfSent()
  @Min(PRIORITY.min)
  @Max(PRIORITY.max)
  // Last in the list is asked first, and the first complaint is the one that is answered.
  @IsInt({ message: 'must be a whole number' })
  priority?: number;

  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true })
  @IsOptional()
  @IsInstant()
  schedule_start_at_utc?: string | null;

  @OptionalField('After the start, be that sent or kept.', {
    type: String,
    format: 'date-time',
    nullable: true,
  })
  @IsOptional()
  @IsInstant()
  schedule_end_at_utc?: string | null;
}

/** The fields of which at least one must be sent. */
export const UPDATABLE_FIELDS = [
  'name',
  'description',
  'priority',
  'schedule_start_at_utc',
  'schedule_end_at_utc',
] as const satisfies readonly (keyof UpdateCampaignRequest)[];
