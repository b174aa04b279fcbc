/** What is said of a field that a request may not have. */
export const UNKNOWN_FIELD = { message: 'is not a known field', type: 'extra_forbidden' } as const;

// What a name of a field may look like to be repeated: anything else may be a number or a name that was put in the
// wrong place.
const ECHOABLE_NAME = /^[A-Za-z_][A-Za-z_.-]{0,39}$/;

/** The name of an unknown field as an answer may repeat it. */
export const echoableName = (name: string): string => (ECHOABLE_NAME.test(name) ? name : '(unnamed)');

/** Wrong fields that one answer names: no one mends more mistakes at a time. */
export const MAX_FIELD_ERRORS = 50;

/** How deep a body may be nested: none of the contract is half as deep, and a thousand levels overflow a stack. */
export const MAX_BODY_DEPTH = 32;
