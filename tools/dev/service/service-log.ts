import { createWriteStream, renameSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/**
 * A log that is larger than this is rotated at the next start: enough history, and never a full
 * disk by neglect.
 */
const ROTATE_BYTES = 10 * 1024 * 1024;

/** Enough lines to show why a service ended. */
const LAST_LINES = 5;

/** Levels of log lines that are also shown. */
const SHOWN: readonly unknown[] = ['warn', 'error', 'fatal'];

/**
 * Appends all output of a service to its log file. It also prints, in short form, warnings and
 * worse, and lines of standard error that are not JSON log lines.
 * @returns the last lines so far, in short form if they have one
 */
export function keepLog(
  name: string,
  file: string,
  streams: { stdout: Readable; stderr: Readable },
  print: (line: string) => void,
): () => readonly string[] {
  rotate(file);
  const log = createWriteStream(file, { flags: 'a', mode: 0o600 });
  // A full disk must not end the platform.
  log.on('error', () => {});
  let last: readonly string[] = [];
  let open = 2;
  for (const [stream, isError] of [
    [streams.stdout, false],
    [streams.stderr, true],
  ] as const) {
    const lines = createInterface({ input: stream, crlfDelay: Infinity });
    lines.on('line', (line) => {
      log.write(`${line}\n`);
      const entry = readEntry(line);
      const short = entry ? `${entry.level}: ${entry.msg ?? '(no message)'}` : line;
      last = [...last, short].slice(-LAST_LINES);
      if (entry ? SHOWN.includes(entry.level) : isError && !line.startsWith('{')) print(`${name}: ${short}`);
    });
    lines.on('close', () => {
      open -= 1;
      if (open === 0) log.end();
    });
  }
  return () => last;
}

/** Null for a line that is not a JSON log line. */
function readEntry(line: string): { level?: string; msg?: string } | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line) as { level?: string; msg?: string };
  } catch {
    return null;
  }
}

function rotate(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > ROTATE_BYTES) renameSync(file, `${file}.1`);
}
