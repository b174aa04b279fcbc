/**
 * Seconds for which an old secret stays valid beside the new one, as a person chooses them. The
 * routes take up to a week.
 */
export const GRACES = ['0', '3600', '86400', '604800'] as const;
