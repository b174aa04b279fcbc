// As many as a small body has bytes: one that comes byte by byte over a slow line, or from a
// program that writes so.
const MOST_CHUNKS_OF_ANY = 4 * 1024;

// Reading a chunk costs a microsecond for any content. Programs that write one line or one field at
// a time send larger chunks.
const LEAST_BYTES_PER_CHUNK = 32;

/** Whether a body comes in more chunks than one of its size may (requests 3.11). */
export const isScattered = (chunks: number, bytes: number): boolean =>
  chunks > MOST_CHUNKS_OF_ANY + bytes / LEAST_BYTES_PER_CHUNK;
