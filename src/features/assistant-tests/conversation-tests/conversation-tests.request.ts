import { FilterField, StringField } from '../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { CursorField, PageSize } from '../../../core/http/fields/page-fields.js';
import { RUN_STATUSES, type RunStatus } from '../../configuration/rules/tests/conversation-result.policy.js';
import { KEPT_RUNS } from '../../configuration/rules/tests/kept-tests.js';

const DEFAULT_PAGE_SIZE = 20;

export class ConversationRunListRequest extends ClientChoice {
  @FilterField(RUN_STATUSES, { optional: true })
  status?: RunStatus;

  @PageSize(KEPT_RUNS, DEFAULT_PAGE_SIZE)
  page_size: number = DEFAULT_PAGE_SIZE;

  @CursorField('next_cursor')
  cursor?: string;
}

/** A malformed id is answered like an unknown one: 404. */
export class ConversationTestParams extends ProjectIdParams {
  @StringField({ description: 'The conversation test.', format: 'uuid' })
  test_id!: string;
}

/** Path of a route about one run. A malformed id gets the same response as an unknown one: 404. */
export class ConversationRunParams extends ProjectIdParams {
  @StringField({ description: 'The run.', format: 'uuid' })
  run_id!: string;
}
