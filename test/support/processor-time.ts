/**
 * Milliseconds of processor time that work takes in this process: unlike wall time, they do not
 * depend on the load of the machine.
 */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
