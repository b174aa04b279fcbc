/**
 * Repeats `work` until a chunk is not full, so that no chunk holds its locks for long.
 * @param work does one chunk, and returns its size
 */
export async function inChunks(size: number, work: (size: number) => Promise<number>): Promise<void> {
  while ((await work(size)) === size);
}
