import { Value } from '@sinclair/typebox/value';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aConfigurationState, aDraftOf, aVersionOf } from '../../../../test/support/configuration-states.js';
import { atDepth } from '../../../../test/support/depth.js';
import { blockingFindings, validateAll } from '../rules/sections/findings.policy.js';
import type { ConfigurationState } from '../rules/configuration-state.js';
import { effectiveConfigurations } from '../rules/sections/effective-configuration.policy.js';
import { secretReferencesOf } from '../rules/sections/secret-ref.js';
import type { SectionDefinition } from '../rules/sections/section-definition.js';
import { OWN_SECTIONS } from './section-files.js';

type Json = Record<string, unknown>;
type Drafted = Record<string, Json>;

/** Without an assistant nothing can be published for the first time (workspace 11.2). */
const ASSISTANT = { assistant: { ...OWN_SECTIONS.find(({ name }) => name === 'assistant')!.example } };

/** The project has an assistant and the named secrets, so that neither causes findings. */
const stateOf = (drafted: Drafted, published: ConfigurationState['published'] = null): ConfigurationState =>
  aConfigurationState({
    draft: aDraftOf(published === null ? { ...ASSISTANT, ...drafted } : drafted),
    published,
    secretNames: new Set(secretReferencesOf([drafted, published?.sections]).map(({ name }) => name)),
  });

const errorsOf = (state: ConfigurationState): string[] =>
  blockingFindings(validateAll(OWN_SECTIONS, state)).map(({ loc, type }) => `${loc.join('.')} ${type}`);

/** The errors against publishing a draft; and against publishing a harmless edit after it. */
function publishTwice(drafted: Drafted): { first: string[]; second: string[] } {
  const state = stateOf(drafted);
  const first = errorsOf(state);
  if (first.length > 0) return { first, second: [] };
  const version = aVersionOf(effectiveConfigurations(OWN_SECTIONS, state));
  const dashboard = { ...version.sections['dashboard-metadata'], colour: '#1f6feb' };
  return { first, second: errorsOf(stateOf({ 'dashboard-metadata': dashboard }, version)) };
}

const named = (name: string): SectionDefinition => OWN_SECTIONS.find((section) => section.name === name)!;
const exampleOf = ({ name, example }: SectionDefinition): Drafted => ({ [name]: { ...example } });

/** Paths of everything inside of a JSON value. */
const pathsIn = (value: unknown): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, child]) => [
        [key],
        ...pathsIn(child).map((path) => [key, ...path]),
      ])
    : [];

/** The value with another one at a path; undefined removes it. */
function changed(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
  if (key === undefined) return to;
  const child = changed((value as Json)[key], rest, to);
  if (Array.isArray(value)) return value.with(Number(key), child) as unknown[];
  const { [key]: _old, ...others } = value as Json;
  return child === undefined ? others : { ...others, [key]: child };
}

/** Everything that a field of the schema accepts as a name: `transfer`, `own_accounts`. */
const wordsOf = (schema: unknown): unknown[] =>
  typeof schema === 'object' && schema !== null
    ? Object.entries(schema as Json).flatMap(([key, child]) => (key === 'const' ? [child] : wordsOf(child)))
    : [];

/** The values to which any field is changed. */
const valuesFor = ({ schema }: SectionDefinition): unknown[] => [
  ...[true, false, null, undefined, 0, 1, 90, []],
  ...new Set(wordsOf(schema)),
];

/** A section that may be saved: its example or its defaults, with up to five changes. */
const sectionLike = (section: SectionDefinition): fc.Arbitrary<Json> => {
  const { schema, example, defaults } = section;
  const change = fc.record({ place: fc.nat(), to: fc.constantFrom(...valuesFor(section)) });
  return fc
    .tuple(fc.constantFrom(example, defaults), fc.array(change, { maxLength: 5 }))
    .map(([from, changes]) =>
      changes.reduce<Json>((standing, { place, to }) => {
        const paths = pathsIn(standing);
        const next = changed(standing, paths[place % paths.length] ?? [], to);
        return Value.Check(schema, next) ? next : standing;
      }, from),
    );
};

/** The example and the defaults of a section, each with every single change. */
const variantsOf = (section: SectionDefinition): Json[] =>
  [section.example, section.defaults].flatMap((from) =>
    pathsIn(from).flatMap((path) =>
      valuesFor(section)
        .map((to) => changed(from, path, to))
        .filter((next): next is Json => Value.Check(section.schema, next)),
    ),
  );

const drafts = fc.record(Object.fromEntries(OWN_SECTIONS.map((it) => [it.name, sectionLike(it)])), {
  requiredKeys: [],
}) as fc.Arbitrary<Drafted>;

describe('what was published once', () => {
  it.each(OWN_SECTIONS.map((section) => [section.name, exampleOf(section)] as const))(
    'is published again: the example of %s on top of defaults',
    (_, drafted) => {
      expect(publishTwice(drafted).second).toEqual([]);
    },
  );

  it('is published again: the examples of any two sections', () => {
    const pairs = OWN_SECTIONS.flatMap((one) =>
      OWN_SECTIONS.map((other) => ({ ...exampleOf(one), ...exampleOf(other) })),
    );
    for (const drafted of pairs)
      expect(publishTwice(drafted).second, Object.keys(drafted).join()).toEqual([]);
  });

  it.each(OWN_SECTIONS.map((section) => [section.name, section] as const))(
    'is published again: %s with any one change, on top of defaults',
    (name, section) => {
      for (const configuration of variantsOf(section)) {
        expect(publishTwice({ [name]: configuration }).second, JSON.stringify(configuration)).toEqual([]);
      }
    },
  );

  it('is published again: any sections', () => {
    const runs = atDepth({ ordinary: 150, full: 500 });
    let published = 0;
    fc.assert(
      fc.property(drafts, (drafted) => {
        const { first, second } = publishTwice(drafted);
        if (first.length === 0) published += 1;
        expect(second).toEqual([]);
      }),
      { numRuns: runs },
    );
    // With fewer publications, the test would prove little.
    expect(published).toBeGreaterThan(runs / 10);
  });

  it('includes the examples of all sections together, and each of them alone', () => {
    expect(publishTwice(Object.assign({}, ...OWN_SECTIONS.map(exampleOf)) as Drafted)).toEqual({
      first: [],
      second: [],
    });
    for (const section of OWN_SECTIONS)
      expect(publishTwice(exampleOf(section)).first, section.name).toEqual([]);
  });
});

describe('defaults beside what was saved', () => {
  const own = {
    ...named('provider-configuration').defaults,
    llm: { routing: 'own_accounts', accounts: [] },
  };

  it('are compared with it before it is published', () => {
    expect(errorsOf(stateOf({ 'provider-configuration': own }))).toEqual([
      'sections.provider-configuration.llm.accounts account_missing',
      'sections.provider-configuration.llm.accounts account_missing',
      'sections.provider-configuration.llm.accounts account_missing',
    ]);
  });
});

describe('a section that keeps another one from being published', () => {
  const codesOf = (drafted: Drafted, published: Drafted, section: string): string[] => {
    const version = aVersionOf({ ...effectiveConfigurations(OWN_SECTIONS, stateOf({})), ...published });
    const { findings } = validateAll(OWN_SECTIONS, stateOf(drafted, version)).get(section)!;
    return findings.map(({ severity, code }) => `${severity} ${code}`);
  };
  const routing = exampleOf(named('transfer-routing'));
  const identity = {
    'identity-verification': {
      ...named('identity-verification').example,
      steps: (named('identity-verification').example as { steps: Json[] }).steps.map(
        ({ lookup_tool: _, ...step }) => step,
      ),
      on_failure: { action: 'transfer' },
    },
  };
  const off = { 'transfer-routing': { ...routing['transfer-routing'], enabled: false } };

  // workspace 1.7
  it('says so, naming it', () => {
    expect(codesOf(off, { ...routing, ...identity }, 'transfer-routing')).toContain(
      'warning section_conflict',
    );
    expect(codesOf(off, { ...routing, ...identity }, 'identity-verification')).toContain(
      'error transfer_disabled',
    );
  });

  it('says nothing where the other one was saved after it, or has errors of its own', () => {
    expect(codesOf(identity, { ...off }, 'transfer-routing')).not.toContain('warning section_conflict');
    expect(codesOf({ ...off, ...identity }, { ...off }, 'transfer-routing')).not.toContain(
      'warning section_conflict',
    );
    expect(codesOf(routing, { ...off, ...identity }, 'transfer-routing')).not.toContain(
      'warning section_conflict',
    );
  });
});
