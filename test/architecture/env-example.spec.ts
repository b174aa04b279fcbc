import { readFileSync } from 'node:fs';
import { cleanEnv } from 'envalid';
import { describe, expect, it } from 'vitest';
import { DEV_ENVIRONMENT } from '../../tools/dev/settings.ts';
import { REGISTRY } from '../../src/app.module.js';
import { MIGRATION_ENVIRONMENT, SERVER_ENVIRONMENT } from '../../src/config/environment.js';
import { loadMigrationSettings, loadSettings } from '../../src/config/settings.js';

interface Entry {
  readonly name: string;
  readonly value: string;
  /** A commented-out line shows the default, or an example if there is none. */
  readonly isOptional: boolean;
  readonly isExplained: boolean;
}

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const { service, owner } = REGISTRY.settings;
const TABLES = { ...DEV_ENVIRONMENT, ...MIGRATION_ENVIRONMENT, ...owner, ...SERVER_ENVIRONMENT, ...service };
const SPECS: Readonly<Record<string, { readonly default?: unknown }>> = TABLES;
// A setting that is optional only because another setting decides whether it is required.
const REQUIRED_BY_ANOTHER = ['MASTER_KEY_FILE'];

function entriesOf(text: string): readonly Entry[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const found = /^(#?)([A-Z][A-Z0-9_]*)=(?:'(.*)'|(.*))$/.exec(line);
    if (!found) return [];
    const [, mark, name = '', quoted, bare = ''] = found;
    const isExplained = /^# \S/.test(lines[index - 1] ?? '');
    return [{ name, value: quoted ?? bare, isOptional: mark === '#', isExplained }];
  });
}

/** The variables that compose.yaml reads from .env beyond the settings of the service. */
function composeVariables(): readonly string[] {
  const names = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !(name in TABLES));
}

describe('.env.example', () => {
  const entries = entriesOf(read('.env.example'));
  const values = Object.fromEntries(entries.map(({ name, value }) => [name, value]));

  it('names every setting once, and nothing that nobody reads', () => {
    const expected = [...Object.keys(TABLES), ...composeVariables()];
    expect(entries.map(({ name }) => name).sort()).toEqual(expected.sort());
  });

  it('explains every setting', () => {
    expect(entries.filter(({ isExplained }) => !isExplained)).toEqual([]);
  });

  it('comments out exactly what may be absent', () => {
    const required = entries.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
    const wanted = Object.keys(TABLES).filter((name) => !('default' in (SPECS[name] ?? {})));
    expect(required.sort()).toEqual([...wanted, ...REQUIRED_BY_ANOTHER, ...composeVariables()].sort());
  });

  // operations 5.2
  it('shows the defaults that hold', () => {
    const shown = entries.filter(({ name }) => SPECS[name]?.default !== undefined);
    const wanted = shown.map(({ name }) => [name, String(SPECS[name]?.default)]);
    expect(shown.map(({ name, value }) => [name, value])).toEqual(wanted);
  });

  it('holds only values the service takes', () => {
    const { bearer, keyProvider } = loadSettings(service, values);
    expect(bearer?.issuer).toBe(values['AUTH_ISSUER']);
    expect(keyProvider.kind).toBe('local');
    expect(loadSettings(service, { ...values, KEY_PROVIDER: 'aws-kms' }).keyProvider.kind).toBe('aws-kms');
    expect(loadMigrationSettings(owner, values).tenantStoreOwnerUrls.size).toBe(1);
  });

  it.each(Object.entries<{ readonly example?: string }>(TABLES))(
    'has a valid example of %s in the table',
    (name, { example }) => {
      const problems: string[] = [];
      cleanEnv({ ...values, [name]: example }, TABLES, {
        reporter: ({ errors }) => problems.push(...Object.keys(errors)),
      });
      expect(example).toBeTruthy();
      expect(problems).toEqual([]);
    },
  );
});
