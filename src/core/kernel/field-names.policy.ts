/** What is said of a field that a request may not have. */
export const UNKNOWN_FIELD = { message: 'is not a known field', type: 'extra_forbidden' } as const;

// What a name of a field may look like to be repeated: anything else may be a name or a text that was put in the wrong place.
const ECHOABLE_NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;
// `address2` and `x509` are names; six digits may be of somebody's number, however they are parted.
const MOST_DIGITS = 5;

/** What stands for a name that is not repeated. */
export const UNNAMED = '(unnamed)';

/** The name of an unknown field as an answer may repeat it (requests 3.7). */
export const echoableName = (name: string): string =>
  ECHOABLE_NAME.test(name) && name.replace(/\D/g, '').length <= MOST_DIGITS ? name : UNNAMED;

/** Wrong fields that one answer names: no one mends more mistakes at a time. */
export const MAX_FIELD_ERRORS = 50;

/** How deep a body may be nested: none of the contract is half as deep, and a thousand levels overflow a stack. */
export const MAX_BODY_DEPTH = 32;
