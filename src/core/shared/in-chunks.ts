/**
 * Does piece after piece until one is not full, so that none holds its locks for long.
 * @param work does one piece, and returns its size
 */
export async function inChunks(size: number, work: (size: number) => Promise<number>): Promise<void> {
  while ((await work(size)) === size);
}
