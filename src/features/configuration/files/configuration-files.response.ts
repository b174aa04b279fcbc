import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { SectionChangeResponse, ValidatedSectionResponse } from '../rules/configuration.response.js';
import { VALIDATION_STATUSES } from '../rules/sections/findings.policy.js';

/** The changes that an import or a clone makes, or would make, to the draft of its target. */
export class IncomingResponse {
  @Field('The project to which the draft belongs.', { example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @Field('True: nothing was written.')
  dry_run!: boolean;

  @NullableField(String, {
    example: '9b1c7e0d4f2a6b8c0d1e2f3a',
    description: "The draft's current etag; null while there is no draft.",
  })
  etag!: string | null;

  @Field('The sections that were saved, or would be; unchanged sections are not among them.', {
    type: [String],
    example: ['booking'],
  })
  changed_sections!: string[];

  @Field(
    'The changes, in the form of GET /versions/compare; without from and to if a clone goes into another ' +
      'client or environment.',
    { type: [SectionChangeResponse] },
  )
  changes!: SectionChangeResponse[];

  @Field(
    'The worst state of all sections as they would be published then, including sections that you may not see.',
    { enum: VALIDATION_STATUSES },
  )
  status!: (typeof VALIDATION_STATUSES)[number];

  @Field('The findings of validation afterwards, in every section you may read, by name.', {
    type: [ValidatedSectionResponse],
  })
  sections!: ValidatedSectionResponse[];

  @Field('Secrets that the sections refer to and the project lacks: create them before publishing.', {
    type: [String],
    example: ['CRM_API_KEY'],
  })
  missing_secrets!: string[];
}
