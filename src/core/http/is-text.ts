import { applyDecorators } from '@nestjs/common';
import { Matches } from 'class-validator';
import { VISIBLE } from '../fields/visible-text.policy.js';

interface TextOptions {
  /** Whether line breaks and tabs may stand in it; default: no. */
  readonly lines?: boolean;
  /** Whether the field is a list of such texts; default: no. */
  readonly each?: boolean;
}

/**
 * A text of so many characters, an emoji being one. Control characters and halves of surrogate pairs are refused:
 * no person types them, and PostgreSQL could not store all of them. One that may not be empty shows something (requests 4.7).
 */
export function IsText(min: number, max: number, { lines = false, each = false }: TextOptions = {}) {
  const character = lines ? '(?:[^\\p{Cc}\\p{Cs}]|[\\t\\n\\r])' : '[^\\p{Cc}\\p{Cs}]';
  const length = min === 0 ? `at most ${max}` : `${min} to ${max}`;
  const others = lines ? 'control characters other than line breaks and tabs' : 'control characters';
  const isText = Matches(new RegExp(`^${character}{${min},${max}}$`, 'u'), {
    each,
    message: `${each ? 'each ' : ''}must be text of ${length} characters, without ${others}`,
  });
  // What is applied first is asked first, and the first complaint is the one that is answered.
  return min === 0 ? isText : applyDecorators(isText, NotBlank({ each }));
}

/** Beside the rule for what is in it: a text of which a person sees something. */
export const NotBlank = ({ each = false }: Pick<TextOptions, 'each'> = {}): PropertyDecorator =>
  Matches(VISIBLE, { each, message: `${each ? 'each ' : ''}must not be blank` });
