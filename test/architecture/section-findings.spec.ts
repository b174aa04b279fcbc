import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  PLAIN_CREDENTIAL_RULE,
  URL_RULES,
} from '../../src/features/configuration/rules/sections/plain-credentials.policy.js';
import type { FindingRule } from '../../src/features/configuration/rules/sections/section-definition.js';
import { HOURS_RULES } from '../../src/features/configuration/rules/sections/weekly-hours.policy.js';
import { OWN_SECTIONS } from '../../src/features/configuration/sections/section-files.js';

const WORKSPACE = new URL('../../src/features/configuration/', import.meta.url);

const sourceOf = (folder: string): string =>
  globSync(`${folder}.policy.ts`, { cwd: WORKSPACE })
    .map((file) => readFileSync(new URL(file, WORKSPACE), 'utf8'))
    .join('\n');

/** The findings that a source creates by name: `error('code', ...)`. */
const madeIn = (source: string): string[] =>
  [...source.matchAll(/\b(error|warning)\(\s*'([a-z_]+)'/g)].map(
    ([, severity, code]) => `${severity} ${code}`,
  );

const shared: readonly [call: string, rules: readonly FindingRule[]][] = [
  ['hoursFindings(', HOURS_RULES],
  ['urlFindings(', URL_RULES],
  ['plainCredential(', [PLAIN_CREDENTIAL_RULE]],
];

const named = (rules: readonly FindingRule[]): string[] =>
  rules.map(([code, severity]) => `${severity} ${code}`);
const each = (texts: readonly string[]): string[] => [...new Set(texts)].toSorted();

describe('the findings that a section lists', () => {
  it.each(OWN_SECTIONS.map((section) => [section.name, section] as const))(
    'are those that the rules of %s make',
    (name, { rules }) => {
      const source = sourceOf(`sections/${name}/*`);
      const lent = shared.filter(([call]) => source.includes(call)).flatMap(([, from]) => named(from));
      expect(named(rules).toSorted()).toEqual(each([...madeIn(source), ...lent]));
    },
  );

  it('are those of the weekly hours, where it lists them', () => {
    expect(named(HOURS_RULES).toSorted()).toEqual(each(madeIn(sourceOf('rules/sections/weekly-hours'))));
  });
});
