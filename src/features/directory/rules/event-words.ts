/** The events of a directory. */
export const EVENT_OPERATIONS = [
  'user.create',
  'user.change',
  'user.delete',
  'group.create',
  'group.change',
  'group.delete',
] as const;
export type EventOperation = (typeof EVENT_OPERATIONS)[number];
