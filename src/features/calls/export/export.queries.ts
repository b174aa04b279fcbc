import type { NamedQuery } from '../../../core/tenancy/store-client.js';
import type { SealedContents } from '../contents/sealed-contents.js';
import { CALL_ROW_COLUMNS } from '../rules/call-row.js';
import type { ScopeSql } from '../scope/call-scope.js';

/** Whether a scope has calls, and whether it has more than so many (the statement's own parameter), and no further. */
export function countUpToQuery(scope: ScopeSql): NamedQuery {
  return {
    name: scope.name('export_count'),
    text: `
SELECT count(*)::integer AS calls
  FROM (SELECT FROM calls c WHERE ${scope.where} LIMIT $${scope.next}) counted`,
  };
}

/**
 * The calls of a scope with those sealed contents that the export opens, newest first. Read through a cursor, which
 * needs no name.
 */
export function exportQuery(scope: ScopeSql, contents: readonly (keyof SealedContents)[]): NamedQuery {
  const columns = contents.map((name) => `,\n       n.${name}`).join('');
  // The bounds once more for the contents, so that other months are left out while planning.
  const join = `
  LEFT JOIN call_contents n
         ON n.client_id = $1 AND n.data_env = $2 AND n.call_id = c.call_id AND n.started_at_utc = c.started_at_utc
        AND n.started_at_utc >= $3 AND n.started_at_utc < $4`;
  return {
    name: '',
    text: `
SELECT ${CALL_ROW_COLUMNS},
       c.client_id, c.data_env, c.started_at_utc AS started_at, c.redaction_status, c.consent_status, c.consent_method,
       c.consent_obtained_at_utc, c.consent_expires_at_utc, c.consent_withdrawn_at_utc${columns}
  FROM calls c${contents.length > 0 ? join : ''}
 WHERE ${scope.where}
 ORDER BY c.started_at_utc DESC, c.call_id DESC`,
  };
}
