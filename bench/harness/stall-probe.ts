import { openSync, readFileSync, readSync, writeFileSync } from 'node:fs';

// Loaded into one of our processes before its first module (`node --import`), and never part of the
// build. It beats every millisecond and notes how late each beat is: every request has to wait for
// the work between two beats.

/** An order over IPC: restart the measurement, or report it. */
export interface ProbeOrder {
  readonly probe: 'begin' | 'end';
}

/** The measurement since `begin`. */
export interface ProbeReport {
  /**
   * The longest time between two beats, less the time that its thread waited for a processor in use
   * by others. It still includes waits for its own threads that waited for a processor: those that
   * help to collect garbage.
   */
  readonly ownMs: number;
  /** The longest time between two beats, including time without a processor. */
  readonly wallMs: number;
  /** Resident memory at `begin`, and its peak since then, in MiB. */
  readonly residentMiB: number;
  readonly peakMiB: number;
}

const BEAT_MS = 1;
const SCHEDSTAT = schedstat();
const bytes = Buffer.alloc(128);

let last = { at: performance.now(), waitedMs: waitedMs() };
let seen = { ownMs: 0, wallMs: 0, residentMiB: 0 };

function beat(): void {
  const now = { at: performance.now(), waitedMs: waitedMs() };
  const wallMs = now.at - last.at;
  const ownMs = wallMs - (now.waitedMs - last.waitedMs);
  seen = { ...seen, ownMs: Math.max(seen.ownMs, ownMs), wallMs: Math.max(seen.wallMs, wallMs) };
  last = now;
}

/** Time for which the main thread was ready to run but had no processor, as Linux counts it. */
function waitedMs(): number {
  if (SCHEDSTAT === null) return 0;
  const length = readSync(SCHEDSTAT, bytes, 0, bytes.length, 0);
  return Number(bytes.toString('latin1', 0, length).split(' ')[1]) / 1e6;
}

function schedstat(): number | null {
  try {
    return openSync('/proc/self/schedstat', 'r');
  } catch {
    return null;
  }
}

function memory(field: 'VmRSS' | 'VmHWM'): number {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(
    readFileSync('/proc/self/status', 'utf8'),
  )?.[1];
  return Number(kilobytes) / 1024;
}

function begin(): void {
  // Makes the kernel reset the peak.
  writeFileSync('/proc/self/clear_refs', '5');
  last = { at: performance.now(), waitedMs: waitedMs() };
  seen = { ownMs: 0, wallMs: 0, residentMiB: memory('VmRSS') };
}

function end(): ProbeReport {
  beat();
  return { ...seen, peakMiB: memory('VmHWM') };
}

setInterval(beat, BEAT_MS).unref();
process.on('message', (message: Partial<ProbeOrder>) => {
  if (message.probe === 'begin') begin();
  if (message.probe === 'end') process.send?.(end());
  else process.send?.({});
});
