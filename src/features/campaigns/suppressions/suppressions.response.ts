import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { SUPPRESSION_REASONS } from '../rules/statuses.js';

/** A number that must not be called (campaigns 8.1). */
export class SuppressionItem {
  @ApiProperty({ format: 'uuid' })
  suppression_id!: string;

  @ApiProperty({ example: '+61 *** *** 156' })
  masked_phone!: string;

  @ApiProperty({ enum: SUPPRESSION_REASONS })
  reason!: string;

  @ApiProperty({ example: 'support desk' })
  source!: string;

  @NullableField(String, { description: 'null: all of the client’s projects.' })
  project_id!: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at_utc!: string;

  @Field('The id of the person, key or process that added it.')
  created_by!: string;
}

export class SuppressionListResponse {
  @Field('Newest first.', { type: [SuppressionItem] })
  items!: SuppressionItem[];

  @OptionalField('Only if there are more.')
  next_cursor?: string;
}
