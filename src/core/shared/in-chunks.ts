/**
 * Does the next piece of a long work until a piece is less than a whole one. No piece thus holds
 * its locks for long, or delays a replica.
 * @param size of a piece
 * @param work does one piece, and returns its size
 */
export async function inChunks(size: number, work: (size: number) => Promise<number>): Promise<void> {
  while ((await work(size)) === size);
}
