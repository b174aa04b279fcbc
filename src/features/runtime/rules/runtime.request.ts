import {
  IdentifierField,
  IntegerField,
  PatternField,
  QueryIntegerField,
  StringField,
} from '../../../core/http/fields/field-kinds.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { MAX_INTEGER } from '../../../core/http/fields/max-integer.js';

export class RuntimeConfigurationRequest {
  @QueryIntegerField(1, MAX_INTEGER, {
    description: 'The version that was chosen for a call; if left out, the published one.',
    optional: true,
  })
  version_number?: number;
}

export class RuntimeReportRequest {
  @PatternField(/^[0-9a-f]{64}$/, 'must be a content hash: 64 lowercase hexadecimal digits', {
    description: 'content_hash of the configuration at work.',
    pattern: '^[0-9a-f]{64}$',
  })
  applied_hash!: string;

  @IdentifierField({
    description: 'Name of the runtime or its location.',
    maxLength: 128,
    example: 'runtime-syd-1',
  })
  runtime_id!: string;

  @IntegerField(1, MAX_INTEGER, {
    description: 'The version it has applied; if its hash differs, the report counts as failed.',
    optional: true,
  })
  version_number?: number;
}

/** Path of a report on a test call. A malformed id is answered like an unknown one: 404. */
export class ReportedTestCallParams extends ProjectIdParams {
  @StringField({ description: 'The test call.', format: 'uuid' })
  test_call_id!: string;
}

/** Path of a report on a test of a run. A malformed id is answered like an unknown one: 404. */
export class ReportedRunParams extends ProjectIdParams {
  @StringField({ description: 'The run.', format: 'uuid' })
  run_id!: string;
}
