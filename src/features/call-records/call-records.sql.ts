import { sentimentSql } from './rules/call-sql.js';

/** SQL condition: the inbound call `c` was not answered. */
export const IS_MISSED_INBOUND = `c.call_status = 'missed' AND c.direction = 'inbound'`;

/** SQL condition: the caller of a call `c` was upset. */
export const IS_UPSET = `${sentimentSql('c')} = 'negative'`;
