import { readFileSync } from 'node:fs';

/** What is wrong with the settings, in words for who starts the program. */
export class SandboxSettingsError extends Error {
  override readonly name = 'SandboxSettingsError';
}

export interface SandboxSettings {
  readonly apiUrl: string;
  readonly apiKey: string;
  /** Of a call that is answered, in milliseconds, half of it ringing. */
  readonly callMs: number;
  /** Calls at the same time. */
  readonly parallel: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

// A take gives a hundred at most; longer calls than a minute would only be waited for.
const LIMITS = { SANDBOX_CALL_MS: [0, 60_000, 1_500], SANDBOX_PARALLEL: [1, 100, 10] } as const;

/** Keys name the data they are good for; nothing of it can be changed without their checksum. */
const KEY_OF_TESTS = /^svc_(staging|dev)_/;

/** @throws SandboxSettingsError, also for a key of production data: there people are called */
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
    apiKey: keyOf(environment),
    callMs: numberOf(environment, 'SANDBOX_CALL_MS'),
    parallel: numberOf(environment, 'SANDBOX_PARALLEL'),
  };
}

function keyOf(environment: Environment): string {
  const file = environment['SANDBOX_API_KEY_FILE'];
  const key = (environment['SANDBOX_API_KEY'] || (file ? readFileSync(file, 'utf8') : '')).trim();
  if (KEY_OF_TESTS.test(key)) return key;
  throw new SandboxSettingsError(
    key.startsWith('svc_')
      ? 'SANDBOX_API_KEY is a key of production data. The sandbox calls nobody and says that it did: it runs on staging and dev alone.'
      : 'SANDBOX_API_KEY, or the file that SANDBOX_API_KEY_FILE names, must hold a runtime-ingest key of staging or dev.',
  );
}

function numberOf(environment: Environment, name: keyof typeof LIMITS): number {
  const [least, most, ordinary] = LIMITS[name];
  const text = environment[name] || String(ordinary);
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new SandboxSettingsError(`${name} must be a whole number from ${least} to ${most}.`);
}
