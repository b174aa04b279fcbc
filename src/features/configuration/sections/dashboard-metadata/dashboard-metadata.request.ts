import { EnumField } from '../../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../../core/http/fields/client-choice.request.js';

const BOOLEANS = ['true', 'false'] as const;

export class DashboardMetadataRequest extends ClientChoice {
  @EnumField(BOOLEANS, {
    description: 'Whether to bypass the cache. There is none: every response is read fresh.',
    default: 'false',
    optional: true,
  })
  refresh?: (typeof BOOLEANS)[number];
}
