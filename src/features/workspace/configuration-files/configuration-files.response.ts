import { ApiProperty } from '@nestjs/swagger';
import { SectionChangeResponse, ValidatedSectionResponse } from '../configuration/configuration.response.js';
import { VALIDATION_STATUSES } from '../configuration/findings.policy.js';

/** What an import or a clone has done to the draft of its target, or would do. */
export class IncomingResponse {
  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72', description: 'The project whose draft it is.' })
  project_id!: string;

  @ApiProperty({ description: 'True: nothing was written.' })
  dry_run!: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '9b1c7e0d4f2a6b8c0d1e2f3a',
    description: "The draft's etag as it is now; null while there is no draft.",
  })
  etag!: string | null;

  @ApiProperty({
    type: [String],
    example: ['booking'],
    description:
      'The sections that were saved, or would be; those that say what stands already are left as they are.',
  })
  changed_sections!: string[];

  @ApiProperty({
    type: [SectionChangeResponse],
    description:
      'What becomes another one, as GET /versions/compare says it; without from and to where a clone goes into another ' +
      'client or environment.',
  })
  changes!: SectionChangeResponse[];

  @ApiProperty({
    enum: VALIDATION_STATUSES,
    description:
      'The worst of all sections as they would be published then, also of those that are not shown to you.',
  })
  status!: (typeof VALIDATION_STATUSES)[number];

  @ApiProperty({
    type: [ValidatedSectionResponse],
    description: 'What validation finds then, in every section you may read, by name.',
  })
  sections!: ValidatedSectionResponse[];

  @ApiProperty({
    type: [String],
    example: ['CRM_API_KEY'],
    description:
      'Secrets that the sections refer to and that the project does not have: make them before publishing.',
  })
  missing_secrets!: string[];
}
