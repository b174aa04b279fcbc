import { readFileSync } from 'node:fs';

/** The most memory a process has ever had resident, in MiB, as Linux counts it. */
export function peakMiB(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
