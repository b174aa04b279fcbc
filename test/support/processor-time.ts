/**
 * Milliseconds of processor time that work takes, of this process alone: unlike the clock on the
 * wall it does not depend on how busy the machine is.
 */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
