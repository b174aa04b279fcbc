/** The name by which people know a ticket: SUP-0001, and SUP-12345 beyond four digits (support 1.3). */
export const referenceOf = (ticketNumber: number): string => `SUP-${String(ticketNumber).padStart(4, '0')}`;

const REFERENCE = /^SUP-(\d{4,9})$/i;

/** The number in a reference; null for any other text. */
export function numberOfReference(text: string): number | null {
  const [, digits] = REFERENCE.exec(text.trim()) ?? [];
  if (digits === undefined || (digits.length > 4 && digits.startsWith('0'))) return null;
  return Number(digits);
}
