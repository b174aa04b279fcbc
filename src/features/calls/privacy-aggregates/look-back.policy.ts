/** Callers seen within this many days before the range count as returning. */
export const CALLER_MIX_LOOKBACK_DAYS = 30;
