import {
  EnumField,
  FilterField,
  PhoneNumberField,
  StringField,
} from '../../../core/http/fields/field-kinds.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import {
  TEST_CALL_SOURCES,
  type TestCallSource,
} from '../../configuration/rules/sections/effective-configuration.policy.js';
import { PageRequest } from '../../configuration/rules/page.request.js';
import { TEST_CALL_STATUSES, type TestCallStatus } from '../rules/test-call-status.policy.js';

export class TestCallRequest {
  @PhoneNumberField({ description: 'Strict E.164.', example: '+61255501234' })
  to_number!: string;

  @EnumField(TEST_CALL_SOURCES, {
    description: 'The configuration that answers: the current draft or the published version.',
  })
  use!: TestCallSource;
}

export class TestCallListRequest extends PageRequest {
  @FilterField(TEST_CALL_STATUSES, { optional: true })
  status?: TestCallStatus;

  @FilterField(TEST_CALL_SOURCES, { description: 'The configuration that the call runs.', optional: true })
  use?: TestCallSource;
}

/**
 * Path of a route about one test call. A malformed id gets the same response as an unknown one:
 * 404.
 */
export class TestCallParams extends ProjectIdParams {
  @StringField({ description: 'The test call.', format: 'uuid' })
  test_call_id!: string;
}
