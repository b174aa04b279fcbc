import { QueryIntegerField } from '../../../core/http/fields/field-kinds.js';
import { ProjectRangeRequest } from '../filter/call-filter.request.js';

export class PrivacyAggregatesRequest extends ProjectRangeRequest {
  @QueryIntegerField(1, 10, { description: 'How many recent calls.', default: 5, optional: true })
  recent_limit: number = 5;
}
