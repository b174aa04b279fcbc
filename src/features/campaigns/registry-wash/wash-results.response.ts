import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';
import { SubmittedRowError } from '../contact-rows/row-error.response.js';

const Count = (example: number, description: string): PropertyDecorator =>
  ApiProperty({ type: 'integer', minimum: 0, example, description });

/** The result of a file of wash results (campaigns 7.11). */
export class WashResultsResponse {
  @ApiProperty({ format: 'uuid' })
  registry_wash_record_id!: string;

  @ApiProperty({ format: 'uuid' })
  campaign_id!: string;

  @Count(1165, 'Rows whose number belongs to a contact of the campaign.')
  matched_rows!: number;

  @Count(35, 'Valid rows whose number belongs to no contact of the campaign.')
  unmatched_rows!: number;

  @Count(2, 'Rows with an error, each counted once.')
  rejected_rows!: number;

  @Count(1160, 'Contacts that now have the result.')
  contacts_updated!: number;

  @Count(
    5,
    'Contacts with one of the numbers that were not changed: they are finished, or were checked after this wash.',
  )
  contacts_unchanged!: number;

  @Field('The first 1000 errors.', { type: [SubmittedRowError] })
  row_errors!: SubmittedRowError[];

  @Field('Whether nothing was stored because dry_run was true.', { example: false })
  dry_run!: boolean;
}
