import { ApiProperty } from '@nestjs/swagger';

/** Which configuration a test runs. */
export class TestedConfigurationResponse {
  @ApiProperty({ type: String, nullable: true, description: 'Of a draft: its etag at the time.' })
  draft_etag!: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 3,
    description: 'Of a version: its number. Of a draft: that of the version it has become.',
  })
  version_number!: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'Its content hash.' })
  content_hash!: string | null;
}
