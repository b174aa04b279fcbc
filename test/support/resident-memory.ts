import { readFileSync } from 'node:fs';

/** The peak resident memory of a process in MiB, as Linux counts it. */
export function peakMiB(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
