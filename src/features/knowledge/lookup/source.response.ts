import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import {
  FAILURE_CODES,
  MEDIA_TYPES,
  REFRESH_PERIODS,
  SOURCE_KINDS,
  SOURCE_STATUSES,
  type FailureCode,
  type MediaType,
  type RefreshPeriod,
  type SourceKind,
  type SourceStatus,
} from '../rules/source-words.js';

const INSTANT = { format: 'date-time', example: '2026-11-30T04:12:09.000Z' } as const;

export class KnowledgeFinding {
  @Field('A kind of personal data, or credential.', { example: 'phone' })
  name!: string;

  @Field('How many passages contain it.', { type: 'integer', minimum: 1, example: 2 })
  count!: number;

  @Field('Whether a person has accepted it.', { example: false })
  accepted!: boolean;
}

export class KnowledgeSource {
  @ApiProperty({ format: 'uuid', example: '0d6b7a52-9f0e-4c7e-8a43-5f3f4a6f2c10' })
  source_id!: string;

  @Field('text and file: uploaded; url: fetched.', { enum: SOURCE_KINDS, example: 'file' })
  kind!: SourceKind;

  @NullableField(String, { example: 'Opening hours and prices', description: 'Null if it cannot be opened.' })
  title!: string | null;

  @NullableField(String, { example: null, description: 'The address of a page, for kind url.' })
  url!: string | null;

  @Field('The language of its text, as a BCP 47 tag.', { example: 'en-AU' })
  language!: string;

  @Field(
    'The outcome of the last reading; pending: it has no content yet, or its new content is being read. The text that was read before stays in force until another one is read.',
    { enum: SOURCE_STATUSES, example: 'ready' },
  )
  status!: SourceStatus;

  @NullableField(String, {
    enum: FAILURE_CODES,
    example: null,
    description: 'Why the last content could not be read.',
  })
  failure_code!: FailureCode | null;

  @NullableField(String, {
    enum: MEDIA_TYPES,
    example: 'application/pdf',
    description: 'Found from the content.',
  })
  media_type!: MediaType | null;

  @NullableField('integer', { example: 48_213, description: 'The size of the content.' })
  bytes!: number | null;

  @Field('The size of its text in UTF-8.', { type: 'integer', minimum: 0, example: 12_045 })
  text_bytes!: number;

  @NullableField(String, {
    example: '5d41402abc4b2a76b9719d911017c592ae2f6f0e4f1b4c5d8a7b6c5d4e3f2a1b',
    description: 'Another one after each change of the text; null: nothing was read yet.',
  })
  content_hash!: string | null;

  @NullableField(String, { ...INSTANT, description: 'When the text was last read.' })
  fetched_at_utc!: string | null;

  @Field('How often a page is fetched again.', { enum: REFRESH_PERIODS, example: 'none' })
  refresh!: RefreshPeriod;

  @Field('Personal data and credentials in its text, by name.', { type: [KnowledgeFinding] })
  findings!: readonly KnowledgeFinding[];

  @Field('Whether the next build takes it: it has a text, and every finding is accepted.', { example: true })
  in_builds!: boolean;

  @Field(
    'Whether all its readers may read its text: builds take it and, of kind text, it was read since it was last uploaded. A partner_admin reads every text.',
    { example: true },
  )
  text_is_open!: boolean;

  @Field('For If-Match; another one after each change.', { example: '5f0c1b7e9a2d4c6e8b1a3f57' })
  etag!: string;

  @ApiProperty(INSTANT)
  created_at_utc!: string;

  @ApiProperty(INSTANT)
  updated_at_utc!: string;
}

export class KnowledgeSourceText extends KnowledgeSource {
  @Field(
    'For kind text: word for word as it was last uploaded, also if it could not be read. For the other kinds: the passages that were read last, each below its headings.',
    { example: '# Opening hours\n\nWe are open on weekdays from 9 to 5.' },
  )
  text!: string;

  @Field('False: the text continues; it has more than 131,072 bytes.', { example: true })
  is_whole!: boolean;
}

export class KnowledgeSourcesResponse {
  @Field('Oldest first.', { type: [KnowledgeSource] })
  items!: readonly KnowledgeSource[];

  @Field('The size of all texts together; at most 100,000,000.', {
    type: 'integer',
    minimum: 0,
    example: 12_045,
  })
  text_bytes!: number;
}

export class DeletedKnowledgeSource {
  @ApiProperty({ format: 'uuid' })
  source_id!: string;

  @ApiProperty({ enum: [true] })
  deleted!: true;
}
