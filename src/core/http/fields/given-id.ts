const GIVEN = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/**
 * Whether a text may be an id that this service has made: a UUID in lower case. A path is compared
 * letter by letter (requests 1.3), and a value sealed under an id opens under that spelling alone.
 */
export const isGivenId = (text: string): boolean => GIVEN.test(text);
