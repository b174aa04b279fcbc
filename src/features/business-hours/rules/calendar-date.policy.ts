/** Whether a text is a date of the calendar, of the years 2000 to 2100: `2026-02-30` is not. */
export function isCalendarDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^(?:20[0-9]{2}|2100)-[0-9]{2}-[0-9]{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
