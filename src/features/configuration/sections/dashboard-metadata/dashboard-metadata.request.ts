import { EnumField } from '../../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../../core/http/fields/client-choice.request.js';

const BOOLEANS = ['true', 'false'] as const;

export class DashboardMetadataRequest extends ClientChoice {
  @EnumField(BOOLEANS, {
    description: 'Whether to read past a cache. There is none: every answer is read when it is asked for.',
    default: 'false',
    optional: true,
  })
  refresh?: (typeof BOOLEANS)[number];
}
