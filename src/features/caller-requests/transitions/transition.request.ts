import { isText } from '../../../core/http/fields/field-rules.js';
import {
  BooleanField,
  EnumField,
  IntegerField,
  ObjectField,
  TextField,
  InstantField,
  ListField,
} from '../../../core/http/fields/field-kinds.js';
import { DATA_FOUND_STATES, STATUSES } from '../rules/vocabulary.js';
import type { CallerRequestStatus, DataFoundState } from '../rules/vocabulary.js';
import { MAX_INTEGER } from '../../../core/http/fields/max-integer.js';

/** More projects than a request can sensibly concern, and few enough labels to read. */
const MAX_LABELS = 50;

const CLOSING = 'When the request was closed; if left out, now. Only with a status that closes it.';

/** The result of a search (caller-requests 5.5). Omitted fields stay unchanged. */
export class ProcessingResult {
  @EnumField(DATA_FOUND_STATES, { example: 'found', optional: true })
  data_found_state?: DataFoundState;

  @IntegerField(0, MAX_INTEGER, { example: 3, optional: true })
  data_found_count?: number;

  @ListField(
    [isText(1, 120, { each: true })],
    { type: [String] },
    { max: MAX_LABELS },
    {
      description: 'Names of the projects that hold the data, 1 to 120 characters each; no personal data.',
      example: ['Front desk'],
      optional: true,
    },
  )
  project_labels?: string[];

  @InstantField({ description: CLOSING, optional: true })
  closed_at_utc?: string;
}

export class TransitionRequest {
  @IntegerField(1, MAX_INTEGER, {
    description: 'The revision_number that you read; any other is 409.',
    example: 1,
  })
  expected_revision!: number;

  @EnumField(STATUSES, { example: 'ready' })
  status!: CallerRequestStatus;

  @TextField(1, 500, {
    description: 'Stored encrypted and shown only with the history; not blank.',
    example: 'Identity confirmed by telephone.',
    lines: true,
  })
  status_note!: string;

  @ObjectField(ProcessingResult, { optional: true })
  processing_result?: ProcessingResult;

  @BooleanField({
    description:
      'True erases the caller of a deletion request with a telephone number from calls and from contacts ' +
      'of campaigns. Only with in_progress, and without processing_result: the worker records the result.',
    optional: true,
  })
  erase?: boolean;

  @InstantField({ description: `${CLOSING} The same in processing_result.`, optional: true })
  closed_at_utc?: string;
}
