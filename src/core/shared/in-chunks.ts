/**
 * Does the next piece of a long work until there is less than a whole one, so that no piece holds
 * its locks, or what follows it on a replica, for long.
 * @param size of a piece
 * @param work does one, and says how much there was
 */
export async function inChunks(size: number, work: (size: number) => Promise<number>): Promise<void> {
  while ((await work(size)) === size);
}
