import { Transform } from 'class-transformer';

/**
 * Reads a whole number out of a query. Up to 15 digits are exact as a number; anything else stays text, which
 * `IsInt` then refuses.
 */
export const WholeNumber = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
  );
