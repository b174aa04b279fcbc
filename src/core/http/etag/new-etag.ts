import { randomBytes } from 'node:crypto';

// 96 bits: no two edits of one draft ever meet.
const ETAG_BYTES = 12;

/** A new etag for each edit, also when it changes nothing. */
export const newEtag = (): string => randomBytes(ETAG_BYTES).toString('hex');
