import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { USE_COLUMNS } from '../lookup/use-rows.queries.js';

export const EXPORTED_USES = namedQuery('account_export_break_glass_uses')`
    SELECT ${USE_COLUMNS}
      FROM break_glass_uses b
     WHERE b.client_id = $1 AND b.data_env = $2 AND b.opened_at IS NOT NULL
     ORDER BY b.opened_at, b.use_id`;
