import { ClientChoice } from '../../../core/http/client-choice.request.js';

/** Query of GET /v1/calls/{call_id}/inline-preview. */
export class InlinePreviewRequest extends ClientChoice {}
