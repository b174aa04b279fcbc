import { ApiProperty } from '@nestjs/swagger';
import { OUTCOME_IDS, type OutcomeId } from './call-vocabulary.js';
import type { OutcomeCategory } from './call-outcome.policy.js';

/** A primary outcome with its exact English label. */
export class OutcomeResponse implements OutcomeCategory {
  @ApiProperty({ enum: OUTCOME_IDS, example: 'resolved' })
  id!: OutcomeId;

  @ApiProperty({ example: 'Resolved' })
  label!: string;

  @ApiProperty({ example: 'calls.outcomes.resolved' })
  label_key!: string;

  @ApiProperty({ enum: ['classified', 'unclassified'], example: 'classified' })
  state!: 'classified' | 'unclassified';
}
