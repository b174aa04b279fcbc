import { Matches } from 'class-validator';

interface TextOptions {
  /** Whether line breaks and tabs may stand in it; default: no. */
  readonly lines?: boolean;
  /** Whether the field is a list of such texts; default: no. */
  readonly each?: boolean;
}

/**
 * A text of so many characters, an emoji being one. Control characters and halves of surrogate pairs are refused:
 * no person types them, and PostgreSQL could not store all of them.
 */
export function IsText(min: number, max: number, { lines = false, each = false }: TextOptions = {}) {
  const character = lines ? '(?:[^\\p{Cc}\\p{Cs}]|[\\t\\n\\r])' : '[^\\p{Cc}\\p{Cs}]';
  const length = min === 0 ? `at most ${max}` : `${min} to ${max}`;
  const others = lines ? 'control characters other than line breaks and tabs' : 'control characters';
  return Matches(new RegExp(`^${character}{${min},${max}}$`, 'u'), {
    each,
    message: `${each ? 'each ' : ''}must be text of ${length} characters, without ${others}`,
  });
}

/** Beside the rule for what is in it: a text that says something. */
export const NotBlank = (): PropertyDecorator => Matches(/\S/u, { message: 'must not be blank' });
