import { ListField, StringField } from '../../../core/http/fields/field-kinds.js';
import { isText } from '../../../core/http/fields/field-rules.js';
import { TicketParams } from '../lookup/ticket-id.request.js';

const MAX_AT_ONCE = 20;

export class RelatedCallParams extends TicketParams {
  @StringField({ description: 'The call.', example: 'room-2026-10-31-000123' })
  call_id!: string;
}

export class RelatedCallsRequest {
  @ListField(
    [isText(1, 128, { each: true })],
    { type: [String] },
    { min: 1, max: MAX_AT_ONCE, unique: true },
    { description: `1 to ${MAX_AT_ONCE} ids of calls.`, example: ['room-2026-10-31-000123'] },
  )
  call_ids!: string[];
}
