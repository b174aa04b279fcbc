const GIVEN = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/**
 * Whether a text may be an id of this service: a UUID in lower case. Paths and sealed values are
 * compared letter by letter (requests 1.3).
 */
export const isGivenId = (text: string): boolean => GIVEN.test(text);
