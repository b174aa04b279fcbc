import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

/** The name of the constraint that the validation pipe answers with 400 validation_failed instead of 422. */
export const UNKNOWN_VALUE = 'valueUnknown';

/**
 * A text of which `isKnown` holds. Filters take this: a value that nothing can match is refused as unsupported and
 * not as malformed.
 * @param isKnown given the value and the object it stands in; asked of texts alone
 * @param message what is allowed; never what was sent
 */
export const KnownValue = <T extends object>(
  isKnown: (value: string, request: T) => boolean,
  message: string,
): PropertyDecorator =>
  ValidateBy({
    name: UNKNOWN_VALUE,
    validator: {
      validate: (value: unknown, args) => typeof value === 'string' && isKnown(value, args!.object as T),
      defaultMessage: () => message,
    },
  });

/** One of these words. */
export const OneOf = (
  words: readonly string[],
  message = `must be one of ${words.join(', ')}`,
): PropertyDecorator => KnownValue((value) => words.includes(value), message);

/** One of these words; any other text counts as the fallback. What is no text is left to `IsString`. */
export const OneOfOr = (words: readonly string[], fallback: string): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && !words.includes(value) ? fallback : value,
  );
