/**
 * Seconds for which an old secret stays valid after a rotation, as choices for a person. The routes
 * accept up to a week.
 */
export const GRACES = ['0', '3600', '86400', '604800'] as const;
