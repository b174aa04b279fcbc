/** The fault of a field that a request may not have. */
export const UNKNOWN_FIELD = { message: 'is not a known field', type: 'extra_forbidden' } as const;

// Names of fields that may be repeated; others may be a person's name or a misplaced value.
// `address2` and `sha256_of` are field names; more digits may be part of a number or a secret.
const ECHOABLE_NAME = /^(?=.{1,40}$)[A-Za-z_][A-Za-z_.-]*(?:\d{1,3}(?:[_.-][A-Za-z_.-]*)?)?$/;

/** Replaces a name that is not repeated. */
export const UNNAMED = '(unnamed)';

/** The name of an unknown field in the form that a response may repeat (requests 3.7). */
export const echoableName = (name: string): string => (ECHOABLE_NAME.test(name) ? name : UNNAMED);

/** The most wrong fields that one response names: no caller corrects more mistakes at a time. */
export const MAX_FIELD_ERRORS = 50;

/** No body of the contract is half as deep, and a thousand levels overflow a stack. */
export const MAX_BODY_DEPTH = 32;
