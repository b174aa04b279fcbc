import { readFileSync } from 'node:fs';

/** Describes the fault of the settings for the person who starts the program. */
export class SandboxSettingsError extends Error {
  override readonly name = 'SandboxSettingsError';
}

export interface SandboxSettings {
  readonly apiUrl: string;
  /** One key for each client and environment that is served. */
  readonly apiKeys: readonly string[];
  /** Length of an answered call in milliseconds; half of it is ringing. */
  readonly callMs: number;
  /** The number of concurrent calls. */
  readonly parallel: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

// A claim returns at most a hundred leases, and calls of more than a minute would only be waited
// for.
const LIMITS = { SANDBOX_CALL_MS: [0, 60_000, 1_500], SANDBOX_PARALLEL: [1, 100, 10] } as const;

/** Keys name their data environment, and the checksum protects that name. */
const KEY_OF_TESTS = /^svc_(staging|dev)_/;
const KEY_OF_PRODUCTION = /^svc_prod_/;

/** Production data may only be declared invented on this machine, as under `npm start`. */
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * @throws SandboxSettingsError, even for a key of production data, unless that data is invented and
 *   on this machine: otherwise real people would be called
 */
export function loadSandboxSettings(environment: Environment): SandboxSettings {
  const apiUrl = environment['SANDBOX_API_URL'] ?? '';
  const url = URL.parse(apiUrl);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new SandboxSettingsError(
      'SANDBOX_API_URL must be the address of the API, such as http://127.0.0.1:3000.',
    );
  }
  return {
    apiUrl: url.origin,
    apiKeys: keysOf(environment, url),
    callMs: numberOf(environment, 'SANDBOX_CALL_MS'),
    parallel: numberOf(environment, 'SANDBOX_PARALLEL'),
  };
}

function keysOf(environment: Environment, url: URL): string[] {
  const file = environment['SANDBOX_API_KEY_FILE'];
  const text = environment['SANDBOX_API_KEY'] || (file ? readFileSync(file, 'utf8') : '');
  const keys = text.split(/\s+/).filter((key) => key !== '');
  const isInvented = environment['SANDBOX_PRODUCTION_DATA'] === 'invented';
  if (isInvented && !LOOPBACK_HOSTS.includes(url.hostname)) {
    throw new SandboxSettingsError(
      'SANDBOX_PRODUCTION_DATA=invented is for an API on this machine: SANDBOX_API_URL must name localhost, 127.0.0.1 or [::1].',
    );
  }
  const isServed = (key: string): boolean =>
    KEY_OF_TESTS.test(key) || (isInvented && KEY_OF_PRODUCTION.test(key));
  if (keys.length > 0 && keys.every(isServed)) return keys;
  throw new SandboxSettingsError(
    keys.some((key) => KEY_OF_PRODUCTION.test(key))
      ? 'SANDBOX_API_KEY holds a key of production data. The sandbox only pretends to call, so it serves staging and dev only.'
      : 'SANDBOX_API_KEY, or the file that SANDBOX_API_KEY_FILE names, must hold runtime-ingest keys of staging or dev.',
  );
}

function numberOf(environment: Environment, name: keyof typeof LIMITS): number {
  const [least, most, ordinary] = LIMITS[name];
  const text = environment[name] || String(ordinary);
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new SandboxSettingsError(`${name} must be a whole number from ${least} to ${most}.`);
}
