import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';
import { OutcomeResponse } from '../../call-records/rules/outcome.response.js';

export class OutcomeShareResponse extends OutcomeResponse {
  @ApiProperty({ type: 'integer', example: 120 })
  count!: number;

  @Field('Percent of all conversations.', { example: 57.69 })
  percentage!: number;
}

export class SecondaryFactResponse {
  @ApiProperty({ enum: ['booking', 'transfer'], example: 'booking' })
  id!: 'booking' | 'transfer';

  @ApiProperty({ example: 'Booking' })
  label!: string;

  @ApiProperty({ example: 'calls.facts.booking' })
  label_key!: string;

  @ApiProperty({ type: 'integer', example: 31 })
  count!: number;

  @Field('Percent of all conversations.', { example: 14.9 })
  percentage!: number;
}

export class CallOutcomesResponse {
  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @ApiProperty({ example: '2026-10-01' })
  start_date!: string;

  @ApiProperty({ example: '2026-10-31' })
  end_date!: string;

  @ApiProperty({ type: 'integer', example: 208 })
  total_conversations!: number;

  @ApiProperty({ type: 'integer', example: 196 })
  classified_count!: number;

  @ApiProperty({ type: 'integer', example: 12 })
  unclassified_count!: number;

  @ApiProperty({ enum: ['call_resolution_status'], example: 'call_resolution_status' })
  source!: 'call_resolution_status';

  @Field(
    'Always all eight buckets, in this order. In a chart, leave unclassified out of business shares, ' +
      'keep caller_hangup apart from abandoned, and draw no wedge for an empty range.',
    { type: [OutcomeShareResponse] },
  )
  categories!: OutcomeShareResponse[];

  @Field('Facts in addition to the primary outcome.', { type: [SecondaryFactResponse] })
  secondary_facts!: SecondaryFactResponse[];
}
