import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Field, NullableField, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { DRAFT_SECTION_STATES, type DraftSectionState } from './draft-section-state.policy.js';

const WHO = '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e';

export class DraftSectionResponse {
  @Field('empty: never saved, so the defaults apply. invalid: validation finds errors.', {
    enum: DRAFT_SECTION_STATES,
    example: 'valid',
  })
  state!: DraftSectionState;

  @NullableField(String, { format: 'date-time', example: '2026-10-31T04:12:09.000Z' })
  updated_at!: string | null;

  @NullableField(String, { example: WHO })
  updated_by!: string | null;
}

/** The draft of a project's configuration (workspace 3.1). */
@ApiExtraModels(DraftSectionResponse)
export class DraftResponse {
  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @NullableField(String, {
    example: '9b1c7e0d4f2a6b8c0d1e2f3a',
    description: 'Changes with every edit of any section; null while there is no draft.',
  })
  etag!: string | null;

  @Field('Every section you may read as it would be published now, by name.', {
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(DraftSectionResponse) },
    example: { booking: { state: 'valid', updated_at: '2026-10-31T04:12:09.000Z', updated_by: WHO } },
  })
  sections!: Record<string, DraftSectionResponse>;

  @OptionalField(
    'With include=configurations: the same sections as they would be published now; secrets only as ' +
      '{"secret_ref": name}.',
    {
      type: 'object',
      additionalProperties: { type: 'object', additionalProperties: true },
      example: { 'dashboard-metadata': { display_name: 'Front desk', timezone: 'Australia/Sydney' } },
    },
  )
  configurations?: Record<string, Record<string, unknown>>;

  @NullableField('integer', {
    example: 3,
    description: 'The version on which the draft is, or would be, based; null before the first one.',
  })
  base_version_number!: number | null;

  @NullableField(String, {
    format: 'date-time',
    example: '2026-10-31T04:12:09.000Z',
    description: 'When the draft was last edited; null while there is none.',
  })
  updated_at!: string | null;
}
