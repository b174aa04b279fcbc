import { cleanEnv, type CleanedEnv, type ValidatorSpec } from 'envalid';
import { unsafeSettings } from './production.policy.js';

/** Variables of the environment and how each is read; a feature adds such a table. */
export type SettingsTable = Readonly<Record<string, ValidatorSpec<unknown>>>;

/** Thrown at boot; the message names every missing or malformed setting, one per line. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(
      `The environment lacks settings that this process needs:\n${problems.map((p) => `  ${p}`).join('\n')}`,
    );
    this.name = 'SettingsError';
  }
}

export type Environment = Record<string, string | undefined>;

function clean<S>(environment: Environment, specs: S) {
  // An empty variable counts as absent: compose files and shells pass unset variables as ''.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const cleaned = cleanEnv(given, specs, {
    reporter: ({ errors }) => {
      const problems = Object.entries(errors).map(([name, error]) =>
        describe(name, given[name], error as Error),
      );
      if (problems.length > 0) throw new SettingsError(problems);
    },
  });
  const unsafe = unsafeSettings(given);
  if (unsafe.length > 0) throw new SettingsError(unsafe);
  return cleaned;
}

// The value itself is never repeated: half of the settings are secrets.
function describe(name: string, value: string | undefined, error: Error): string {
  return value === undefined
    ? `${name} is missing`
    : `${name} is malformed: ${error.message.replaceAll(value, '(value)')}`;
}

/** Reads both tables at once, so that all errors are reported together. */
export function readTables<S extends SettingsTable>(
  environment: Environment,
  core: S,
  ofFeatures: SettingsTable,
): { core: CleanedEnv<S>; features: Readonly<Record<string, unknown>> } {
  const env: Readonly<Record<string, unknown>> = clean(environment, { ...ofFeatures, ...core });
  const features = Object.fromEntries(Object.keys(ofFeatures).map((name) => [name, env[name]]));
  return { core: env as CleanedEnv<S>, features };
}
