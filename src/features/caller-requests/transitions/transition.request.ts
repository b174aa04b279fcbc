import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsBoolean, IsDefined, IsIn, IsObject, ValidateNested } from 'class-validator';
import { Field, OptionalField } from '../../../core/http/field.decorators.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { IsText } from '../../../core/http/is-text.js';
import { IsInstant } from '../../../core/http/is-instant.js';
import { IsWholeNumber } from '../../../core/http/is-whole-number.js';
import { DATA_FOUND_STATES, STATUSES } from '../rules/vocabulary.js';
import type { CallerRequestStatus, DataFoundState } from '../rules/vocabulary.js';

/** The largest whole number of the column. */
const MAX_INTEGER = 2_147_483_647;
/** More projects than a request can sensibly concern, and a list of labels stays readable. */
const MAX_LABELS = 50;

const closing = {
  type: String,
  format: 'date-time',
  description: 'When the request was closed; left out: now. Only with a status that closes it.',
} as const;

/** What the search for the caller's data has come to (caller-requests 5.5). What is left out stays as it is. */
export class ProcessingResult {
  @ApiPropertyOptional({ enum: DATA_FOUND_STATES, example: 'found' })
  @IfSent()
  @IsIn(DATA_FOUND_STATES, { message: `must be one of ${DATA_FOUND_STATES.join(', ')}` })
  data_found_state?: DataFoundState;

  @ApiPropertyOptional({ example: 3 })
  @IfSent()
  @IsWholeNumber(0, MAX_INTEGER)
  data_found_count?: number;

  @OptionalField('Names of the projects that hold the data, 1 to 120 characters each; no personal data.', {
    type: [String],
    maxItems: MAX_LABELS,
    example: ['Front desk'],
  })
  @IfSent()
  @IsText(1, 120, { each: true })
  @ArrayMaxSize(MAX_LABELS, { message: `must be at most ${MAX_LABELS} labels` })
  @IsArray()
  project_labels?: string[];

  @ApiPropertyOptional(closing)
  @IfSent()
  @IsInstant()
  closed_at_utc?: string;
}

/** Body of POST /v1/compliance/caller-requests/{request_id}/status-transitions (caller-requests 5.1). */
export class TransitionRequest {
  @Field('The revision_number that was read; another one is 409.', {
    example: 1,
  })
  @IsWholeNumber(1, MAX_INTEGER)
  @IsDefined()
  expected_revision!: number;

  @ApiProperty({ enum: STATUSES, example: 'ready' })
  @IsIn(STATUSES, { message: `must be one of ${STATUSES.join(', ')}` })
  @IsDefined()
  status!: CallerRequestStatus;

  @Field('Kept encrypted, and shown with the history alone; not blank.', {
    minLength: 1,
    maxLength: 500,
    example: 'Identity confirmed by telephone.',
  })
  @IsText(1, 500, { lines: true })
  @IsDefined()
  status_note!: string;

  @ApiPropertyOptional({ type: ProcessingResult })
  @IfSent()
  @ValidateNested()
  @Type(() => ProcessingResult)
  @IsObject()
  processing_result?: ProcessingResult;

  @OptionalField(
    'True erases the caller of a deletion request with a telephone number from calls and from contacts of campaigns. Only with in_progress, and ' +
      'without processing_result: the worker records what came of it.',
  )
  @IfSent()
  @IsBoolean({ message: 'must be true or false' })
  erase?: boolean;

  @OptionalField(`${closing.description} The same in processing_result.`, { ...closing })
  @IfSent()
  @IsInstant()
  closed_at_utc?: string;
}
