import { ClientChoice } from '../../../core/http/client-choice.request.js';

/** Query of POST /v1/projects/{project_id}/dashboard-metadata/publish. */
export class DashboardReleaseQuery extends ClientChoice {}
