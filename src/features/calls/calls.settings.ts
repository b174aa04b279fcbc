import { whole } from '../../config/validators.js';

export const CALL_RETENTION_SETTINGS = {
  CALL_RETENTION_MONTHS: whole(
    1,
    1200,
  )({
    // Two whole years and a month, to compare a year with the previous one.
    default: 25,
    desc: 'For retention only: calls older than this many months before the current one are dropped; their hourly sums stay.',
    example: '25',
  }),
};
