import { ClientChoice } from '../../../core/http/client-choice.request.js';

/** Query of GET /v1/partner/me. */
export class PartnerMeRequest extends ClientChoice {}
