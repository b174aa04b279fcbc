import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The build that the version $4 of the project $3 names, unless the project is archived. */
export const BUILD_OF_VERSION = namedQuery('knowledge_build_of_version')`
SELECT v.sections #>> '{assistant,knowledge_build_id}' AS build_id
  FROM projects p
  JOIN project_versions v
    ON v.client_id = p.client_id AND v.data_env = p.data_env AND v.project_id = p.project_id
 WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3 AND p.lifecycle_state <> 'archived'
   AND v.version_number = $4`;
