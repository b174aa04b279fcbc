import { Type } from '@sinclair/typebox';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aConfigurationState,
  aDraftOf,
  aSection,
  aVersionOf,
} from '../../../../test/support/configuration-states.js';
import type { ConfigurationState } from './configuration-state.js';
import { effectiveConfigurations, effectiveSection } from './sections/effective-configuration.policy.js';
import {
  assignBroughtVersion,
  assignEditVersion,
  assignReleaseVersions,
  keptPartVersions,
} from './part-versions.policy.js';

const base = aSection();
const SECTION = aSection({
  name: 'routing',
  defaults: { enabled: false, places: 'none', places_version: 0 },
  write: {
    ...base.write,
    part: {
      field: 'places_version',
      schema: Type.Integer(),
      of: (configuration) => configuration['places_version'] as number,
      counted: (configuration) => configuration['places'],
    },
  },
});
const { name } = SECTION;

const to = (places: string, version: number, enabled = true) => ({
  enabled,
  places,
  places_version: version,
});
const drafted = (configuration: object) => aDraftOf({ [name]: configuration });
const published = (configuration: Record<string, unknown>) => aVersionOf({ [name]: configuration });

// workspace 2.2
describe('the version of a part', () => {
  const edited = (current: object, next: object, state: Partial<ConfigurationState>): unknown =>
    assignEditVersion(SECTION, current as never, next as never, aConfigurationState(state))['places_version'];

  it('goes up by one when the part changes', () => {
    expect(edited(to('A', 4), to('B', 4), { draft: drafted(to('A', 4)) })).toBe(5);
    expect(edited(to('A', 0), to('B', 0), {})).toBe(1);
  });

  it('stays when anything else does, and is never the one that was sent', () => {
    expect(edited(to('A', 4), to('A', 99, false), { draft: drafted(to('A', 4)) })).toBe(4);
  });

  it('goes past the published one, where that has gone on without the draft', () => {
    const state = { draft: drafted(to('D', 3)), published: published(to('A', 4)) };
    expect(edited(to('D', 3), to('E', 3), state)).toBe(5);
  });

  // workspace 3.16
  it('goes past one that was discarded, and is kept with the discarded draft', () => {
    const discarded = { editCount: 1, updatedAt: new Date(0), partVersions: { [name]: 7 } };
    expect(edited(to('A', 4), to('B', 4), { discarded, published: published(to('A', 4)) })).toBe(8);
    const state = aConfigurationState({ discarded, draft: drafted(to('A', 5)) });
    expect(keptPartVersions([SECTION, base], state)).toEqual({ [name]: 7 });
    expect(keptPartVersions([SECTION], { ...state, draft: drafted(to('A', 9)) })).toEqual({ [name]: 9 });
  });

  // workspace 12.7, 2.2
  it.each([
    ['is brought along where none as high was given', to('A', 0), to('B', 7), {}, 7],
    ['is brought along by the same content, too', to('A', 0), to('A', 7), {}, 7],
    ['is a new one where it was given before', to('A', 9), to('B', 7), { draft: drafted(to('A', 9)) }, 10],
    ['stays where the content does', to('A', 9), to('A', 7), { draft: drafted(to('A', 9)) }, 9],
    [
      'is a new one where it was discarded',
      to('A', 0),
      to('B', 7),
      { discarded: { editCount: 1, updatedAt: new Date(0), partVersions: { [name]: 7 } } },
      8,
    ],
  ])('of a file %s', (_, current, sent, state: Partial<ConfigurationState>, expected) => {
    const saved = assignBroughtVersion(SECTION, current, sent, aConfigurationState(state));
    expect(saved['places_version']).toBe(expected);
  });

  const released = (content: object, state: Partial<ConfigurationState>): unknown =>
    assignReleaseVersions([SECTION], { [name]: content as never }, aConfigurationState(state))[name]![
      'places_version'
    ];

  it.each<[string, object, Partial<ConfigurationState>, number]>([
    ['a first version keeps that of the draft', to('A', 3), { draft: drafted(to('A', 3)) }, 3],
    [
      'a draft that is ahead keeps its own',
      to('A', 3),
      { draft: drafted(to('A', 3)), published: published(to('A', 1)) },
      3,
    ],
    ['what comes back gets a new one', to('A', 1), { published: published(to('B', 2)) }, 3],
    [
      'what comes back beside a draft gets one past the draft',
      to('A', 1),
      { draft: drafted(to('D', 5)), published: published(to('B', 2)) },
      6,
    ],
    ['what comes back and is published keeps it', to('A', 1), { published: published(to('A', 3)) }, 3],
    [
      'a draft that was overtaken gets a new one',
      to('D', 3),
      { draft: drafted(to('D', 3)), published: published(to('A', 4)) },
      5,
    ],
  ])('of a release: %s', (_, content, state, expected) => {
    expect(released(content, state)).toBe(expected);
  });

  it('is left alone in sections that have no such part', () => {
    const plain = aSection({ name: 'plain' });
    const content = { plain: { text: 'Hi.' } };
    expect(
      assignReleaseVersions([plain], content, aConfigurationState({ published: aVersionOf({}) })),
    ).toEqual(content);
  });

  // Fails if editing, publishing or rolling back assigns a number twice.
  it('never represents two contents, whatever is edited, published and rolled back', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('edit' as const), destinations: fc.constantFrom('A', 'B', 'C', 'D') }),
      fc.record({ do: fc.constant('publish' as const) }),
      fc.record({ do: fc.constant('rollback' as const), back: fc.nat(5) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let state = aConfigurationState();
        const versions: Record<string, unknown>[] = [];
        const seen = new Map<unknown, unknown>();
        const release = (content: ConfigurationState): void => {
          const whole = assignReleaseVersions([SECTION], effectiveConfigurations([SECTION], content), state)[
            name
          ]!;
          versions.push(whole);
          state = { ...state, published: published(whole) };
        };
        for (const it of steps) {
          if (it.do === 'edit') {
            const { configuration } = effectiveSection(SECTION, state);
            const next = assignEditVersion(SECTION, configuration, to(it.destinations, 0), state);
            state = { ...state, draft: drafted(next) };
          } else if (it.do === 'publish' && state.draft) {
            release(state);
            state = { ...state, draft: null };
          } else if (it.do === 'rollback' && versions.length > 0) {
            const old = versions[it.back % versions.length]!;
            release({ ...state, draft: null, published: published(old) });
          }
          for (const at of [state.draft?.sections[name]?.configuration, state.published?.sections[name]]) {
            if (!at) continue;
            const { places_version: version, places: destinations } = at;
            if (seen.has(version)) expect(seen.get(version)).toBe(destinations);
            seen.set(version, destinations);
          }
        }
      }),
    );
  });
});
