import { randomBytes } from 'node:crypto';

// 96 bits: two edits of one draft never get the same etag.
const ETAG_BYTES = 12;

/** A new etag for each edit, even if it changes nothing. */
export const newEtag = (): string => randomBytes(ETAG_BYTES).toString('hex');
