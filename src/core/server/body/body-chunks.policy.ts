// As many as a small body has bytes: it may come byte by byte over a slow line.
const MOST_CHUNKS_OF_ANY = 4 * 1024;

// Reading a chunk costs a microsecond. Programs that write by lines or fields send larger ones.
const LEAST_BYTES_PER_CHUNK = 32;

/** Whether a body comes in more chunks than one of its size may (requests 3.11). */
export const isScattered = (chunks: number, bytes: number): boolean =>
  chunks > MOST_CHUNKS_OF_ANY + bytes / LEAST_BYTES_PER_CHUNK;
