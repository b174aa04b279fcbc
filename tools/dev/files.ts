import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** A failure with a message for the person at the terminal, shown without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/**
 * Writes a file that only its owner can read (mode 0600); readers see the old text or the new one,
 * never a part.
 */
export function writePrivateFile(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}.new`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  renameSync(unfinished, path);
}

/** The text of a file, or null if it does not exist. */
export function readIfPresent(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Creates a folder and its missing parents under any umask: other accounts may traverse the new
 * ones, so that PostgreSQL under its own account reaches its cluster, but may not list them.
 */
export function ensureFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true });
  if (first === undefined) return;
  for (let folder = resolve(path); folder.length >= resolve(first).length; folder = dirname(folder)) {
    chmodSync(folder, 0o711);
  }
}

/** Files and folders of a data directory. */
export const layoutOf = (dataDir: string) => ({
  lock: join(dataDir, 'lock.json'),
  children: join(dataDir, 'children.json'),
  secrets: join(dataDir, 'secrets.json'),
  apiKeys: join(dataDir, 'api-keys.json'),
  masterKey: join(dataDir, 'master.key'),
  identity: join(dataDir, 'identity.json'),
  directory: join(dataDir, 'directory.json'),
  directoryOff: join(dataDir, 'directory-off'),
  meterEvents: join(dataDir, 'meter-events.jsonl'),
  receiver: join(dataDir, 'receiver.json'),
  textRecords: join(dataDir, 'txt-records'),
  postgres: join(dataDir, 'postgres'),
  files: join(dataDir, 'files'),
  logs: join(dataDir, 'logs'),
  mails: join(dataDir, 'mails'),
  demo: join(dataDir, 'demo.json'),
  environment: join(dataDir, 'environment.json'),
});
