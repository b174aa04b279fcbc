/** The zone of this browser, which forms use for times. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The instant that a time of a form means in this browser's zone; null for none. */
export function instantOf(local: string): string | null {
  if (!local) return null;
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

const two = (value: number): string => String(value).padStart(2, '0');

/**
 * An instant in the format of browser inputs: YYYY-MM-DDTHH:mm in this browser's zone; empty for
 * none.
 */
export function localOf(instant: string | null): string {
  if (!instant) return '';
  const at = new Date(instant);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
