import { describe, expect, it } from 'vitest';
import {
  aConfigurationState,
  aDraftOf,
  aSection,
  aVersionOf,
} from '../../../../test/support/configuration-states.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import {
  checksumOf,
  fileOf,
  fileText,
  givenSections,
  missingSecrets,
  requireReferredTo,
  withSecretNames,
} from './configuration-file.policy.js';

const { project } = aConfigurationState();
const greeting = aSection();
const SECTIONS = {
  greeting: { text: 'Good morning.', token: { secret_ref: 'B_TOKEN' } },
  booking: { calendar: { credential: { secret_ref: 'A_TOKEN' } }, again: { secret_ref: 'B_TOKEN' } },
};

// workspace 12.1, 12.2
describe('the file of a project', () => {
  it('says its form, the project for its reader, the names of secrets once each, and nothing of tenants', () => {
    const { checksum, ...file } = fileOf(project, SECTIONS);
    expect(file).toEqual({
      schema_version: 1,
      project: { display_name: 'Front desk', timezone: 'Australia/Sydney' },
      secrets: ['A_TOKEN', 'B_TOKEN'],
      sections: SECTIONS,
    });
    expect(checksum).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(file)).not.toContain(project.projectId);
  });

  it('is the same text for the same content, a line for each value, in any order of its keys', () => {
    const { greeting: one, booking: other } = SECTIONS;
    const text = fileText(fileOf(project, SECTIONS));
    expect(
      fileText(fileOf(project, { booking: other, greeting: { token: one.token, text: one.text } })),
    ).toBe(text);
    expect(text.split('\n')).toContain('      "text": "Good morning.",');
    expect(text.endsWith('}\n')).toBe(true);
    expect(JSON.parse(text)).toEqual(fileOf(project, SECTIONS));
  });

  // workspace 12.3
  it.each([
    ['a value', { sections: { ...SECTIONS, greeting: { text: 'Bye.' } } }, false],
    ['a section less', { sections: { booking: SECTIONS.booking } }, false],
    ['a name of a secret', { secrets: ['A_TOKEN'] }, false],
    ['its form', { schema_version: 2 }, false],
    ['what is said for one import', { secret_names: { A_TOKEN: 'C' } }, true],
    ['nothing', {}, true],
  ])('has a checksum over all it says: changed by %s', (_, change, isSame) => {
    const file = fileOf(project, SECTIONS);
    expect(checksumOf({ ...file, ...change }) === file.checksum).toBe(isSame);
  });

  it('has the current sections, without what stays with its project', () => {
    const native = aSection({
      name: 'native',
      defaults: { text: 'a', own: 1 },
      write: {
        ...greeting.write,
        whole: { schema: greeting.schema, give: ({ text }) => ({ text }), take: (_, sent) => sent },
      },
    });
    const state = aConfigurationState({
      draft: aDraftOf({ greeting: { text: 'Drafted.' } }),
      published: aVersionOf({ greeting: { text: 'Published.' } }),
    });
    expect(givenSections([greeting, native], state)).toEqual({
      greeting: { text: 'Drafted.' },
      native: { text: 'a' },
    });
    expect(givenSections([greeting], { ...state, draft: null })).toEqual({
      greeting: { text: 'Published.' },
    });
  });
});

const ref = (name: string) => ({ secret_ref: name });
const REFERRING = {
  booking: { calendar: { credential: ref('A') }, others: [ref('B'), { deep: ref('A') }] },
  // Not a reference: it has more than a name.
  notes: { secret_ref: 'A', text: 'A' },
};

// workspace 12.8
describe('the names of secrets elsewhere', () => {
  it.each([
    ['none', {}, 'A', 'B'],
    ['one of them', { A: 'C' }, 'C', 'B'],
    ['two that change places', { A: 'B', B: 'A' }, 'B', 'A'],
    ['two that become one', { A: 'C', B: 'C' }, 'C', 'C'],
    ['one that every object has by birth', { A: 'constructor' }, 'constructor', 'B'],
  ])('%s', (_, names, a, b) => {
    expect(withSecretNames(REFERRING, names)).toEqual({
      booking: { calendar: { credential: ref(a) }, others: [ref(b), { deep: ref(a) }] },
      notes: REFERRING.notes,
    });
  });

  it('are missing where the project has no such secret', () => {
    expect(missingSecrets(REFERRING, new Set())).toEqual(['A', 'B']);
    expect(missingSecrets(REFERRING, new Set(['A', 'C']))).toEqual(['B']);
    expect(missingSecrets({}, new Set())).toEqual([]);
  });

  it('replace names that the sections refer to, and are refused for others with what there is', () => {
    requireReferredTo(REFERRING, { A: 'C', B: 'C' }, ['body', 'secrets']);
    const refused = (): void => requireReferredTo(REFERRING, { A: 'C', D: 'C' }, ['body', 'secrets']);
    expect(refused).toThrow(PlatformError);
    try {
      refused();
    } catch (error) {
      expect((error as PlatformError).fields).toEqual([
        {
          loc: ['body', 'secrets', 'D'],
          type: 'secret_unknown',
          message: 'is not a secret that the sections refer to: they refer to A, B',
        },
      ]);
    }
  });
});
