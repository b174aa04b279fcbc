import { QueryIntegerField, StringField } from '../../../core/http/fields/field-kinds.js';
import { DATA_ENVS } from '../../../core/shared/auth-context.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { PROJECT_SORT_KEYS, SORT_ORDERS } from './directory.policy.js';

/** projects 1.3 */
const MAX_PAGE_SIZE = 100;

/**
 * Query of GET /v1/projects. The class holds the types; `readProjectListing` answers 400
 * validation_failed for unknown words, because another environment in `data_env` is 404 before that
 * (access 7.1, projects 1.3).
 */
export class ProjectListRequest extends ClientChoice {
  @StringField({
    type: Boolean,
    description: 'If true, archived projects are included.',
    default: false,
    optional: true,
  })
  include_inactive?: string;

  @StringField({
    type: Boolean,
    description: 'The same as include_inactive.',
    default: false,
    optional: true,
  })
  include_archived?: string;

  @StringField({
    enum: DATA_ENVS,
    description: 'The environment of the credentials, which is the default; any other is 404.',
    optional: true,
  })
  data_env?: string;

  @StringField({
    enum: PROJECT_SORT_KEYS,
    description: 'Names ignore case. Ties are ordered by project_id, in the same direction.',
    default: 'created_at_utc',
    optional: true,
  })
  sort_by?: string;

  @StringField({ enum: SORT_ORDERS, default: 'desc', optional: true })
  sort_order?: string;

  @QueryIntegerField(1, null, { default: 1, optional: true })
  page?: number;

  @QueryIntegerField(1, MAX_PAGE_SIZE, {
    description: 'A legacy list has pages only if this or `page` is sent.',
    default: 20,
    optional: true,
  })
  page_size?: number;
}
