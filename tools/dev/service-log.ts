import { createWriteStream, renameSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** A log is set aside at the next start once it is past this: enough history, never a full disk by neglect. */
const ROTATE_BYTES = 10 * 1024 * 1024;

/** pino's number of `warn`, and the names of what is as bad or worse. */
const WARN = 40;
const LEVEL_NAMES: ReadonlyMap<unknown, number> = new Map([
  ['warn', 40],
  ['error', 50],
  ['fatal', 60],
]);

/**
 * Appends everything a service writes to its log file; warnings and worse, and whatever is not a JSON log line
 * on its standard error, are also printed in short form.
 */
export function keepLog(
  name: string,
  file: string,
  streams: { stdout: Readable; stderr: Readable },
  print: (line: string) => void,
): void {
  rotate(file);
  const log = createWriteStream(file, { flags: 'a', mode: 0o600 });
  // A full disk must not take the platform down with it.
  log.on('error', () => {});
  let open = 2;
  for (const [stream, isError] of [
    [streams.stdout, false],
    [streams.stderr, true],
  ] as const) {
    const lines = createInterface({ input: stream, crlfDelay: Infinity });
    lines.on('line', (line) => {
      log.write(`${line}\n`);
      const short = shortForm(line) ?? (isError && !line.startsWith('{') ? line : null);
      if (short !== null) print(`${name}: ${short}`);
    });
    lines.on('close', () => {
      open -= 1;
      if (open === 0) log.end();
    });
  }
}

/** The gist of a JSON log line of level warn or worse; null for any other line. */
function shortForm(line: string): string | null {
  const entry = parse(line);
  if (entry === null) return null;
  const level = typeof entry['level'] === 'number' ? entry['level'] : (LEVEL_NAMES.get(entry['level']) ?? 0);
  if (level < WARN) return null;
  const word = level >= 60 ? 'fatal' : level >= 50 ? 'error' : 'warn';
  const message = typeof entry['msg'] === 'string' ? entry['msg'] : '(no message)';
  return `${word}: ${message}`;
}

function parse(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function rotate(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > ROTATE_BYTES) renameSync(file, `${file}.1`);
}
