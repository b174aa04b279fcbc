import { ClientChoice } from '../../../core/http/client-choice.request.js';

/** Query of GET and PUT /v1/projects/{project_id}/draft. */
export class DraftQuery extends ClientChoice {}
