import { ClientChoice } from '../../../core/http/client-choice.request.js';

/** Query of GET /v1/calls/{call_id}. */
export class CallDetailRequest extends ClientChoice {}
