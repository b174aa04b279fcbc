import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { REGISTRY } from '../../src/app.module.js';

/** A contraction: processes of the previous release still use what it removes or narrows. */
const CONTRACTIONS = [
  /\bdrop (table|column|view|function|trigger)\b/i,
  /\brename\b/i,
  /\bset not null\b/i,
  /\balter (column )?\w+ (set data )?type\b/i,
  /\badd column (if not exists )?\w+ (?!.*\bdefault\b)[^,]*\bnot null\b/i,
  /^\s*revoke\b(?!.*\bfrom public\b)/is,
];
const RELEASE = /^\d+\.\d+\.\d+$/;

/** A migration that contracts names the release in which the last use ended. */
interface Contracting extends MigrationInterface {
  readonly unusedSince?: string;
}

type Migration = new () => Contracting;

async function statementsOf(migration: Contracting): Promise<string[]> {
  const statements: string[] = [];
  const query = (statement: string): Promise<never[]> => {
    statements.push(statement);
    return Promise.resolve([]);
  };
  await migration.up({ query } as unknown as QueryRunner);
  return statements;
}

/** No process uses tables, views, functions and triggers that the statements themselves create. */
const isNew = (statement: string, statements: readonly string[]): boolean => {
  const name = /\b(?:table|view|function|trigger|on)\s+(?:if exists\s+|only\s+)?(\w+)/i.exec(statement)?.[1];
  return statements.some((it) => new RegExp(`^\\s*create (or replace )?\\w+ ${name}\\b`, 'i').test(it));
};

async function faultsOf(Migration: Migration): Promise<string[]> {
  const migration = new Migration();
  const statements = await statementsOf(migration);
  const contractions = statements.filter(
    (statement) => CONTRACTIONS.some((rule) => rule.test(statement)) && !isNew(statement, statements),
  );
  const { unusedSince = '' } = migration;
  const isAllowed =
    RELEASE.test(unusedSince) && unusedSince.localeCompare(packageJson.version, 'en', { numeric: true }) < 0;
  return isAllowed ? [] : contractions.map((it) => `${Migration.name}: ${it.replaceAll(/\s+/g, ' ')}`);
}

const planted = (statement: string, unusedSince?: string): Migration =>
  class Planted implements Contracting {
    readonly unusedSince = unusedSince ?? '';
    async up(db: QueryRunner): Promise<void> {
      await db.query(statement);
    }
    async down(): Promise<void> {}
  };

describe('migrations expand first and contract later', () => {
  // Fails if a migration removes what processes of the release before still use.
  it.each(['metadata', 'tenant'] as const)('of the %s stores', async (store) => {
    const faults = await Promise.all(
      REGISTRY.schema(store).migrations.map((migration) => faultsOf(migration)),
    );
    expect(faults.flat()).toEqual([]);
  });

  it.each([
    'ALTER TABLE calls DROP COLUMN summary',
    'ALTER TABLE calls RENAME COLUMN summary TO gist',
    'ALTER TABLE calls ALTER COLUMN summary SET NOT NULL',
    'ALTER TABLE calls ALTER summary TYPE bytea',
    'ALTER TABLE calls ADD COLUMN summary text NOT NULL',
    'DROP TABLE calls',
    'REVOKE SELECT ON calls FROM telephony_app',
  ])('refuses %s until a release has passed that does without', async (statement) => {
    expect(await faultsOf(planted(statement))).toEqual([`Planted: ${statement}`]);
    expect(await faultsOf(planted(statement, packageJson.version))).toEqual([`Planted: ${statement}`]);
    expect(await faultsOf(planted(statement, '0.0.9'))).toEqual([]);
  });

  it.each([
    `ALTER TABLE calls ADD COLUMN summary text NOT NULL DEFAULT ''`,
    'ALTER TABLE calls ADD COLUMN summary text',
    'DROP INDEX calls_by_day',
    'ALTER TABLE calls DROP CONSTRAINT calls_status_check, ADD CONSTRAINT calls_status_check CHECK (true)',
  ])('lets through %s', async (statement) => {
    expect(await faultsOf(planted(statement))).toEqual([]);
  });
});
