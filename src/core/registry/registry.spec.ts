import { Entity, PrimaryColumn } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { whole } from '../../config/validators.js';
import { auditActions } from '../shared/audit-event.js';
import { errorEntry } from '../shared/catalogue.js';
import type { Part } from './feature.js';
import { Registry } from './registry.js';

@Entity('boats')
class BoatEntity {
  @PrimaryColumn('text')
  name!: string;
}
@Entity('boats')
class SecondBoatEntity {
  @PrimaryColumn('text')
  name!: string;
}
class NoTable {}
class Launch {
  up = async (): Promise<void> => undefined;
  down = async (): Promise<void> => undefined;
}

const HARBOUR: Part = {
  folder: 'features/harbour',
  entities: { metadata: [BoatEntity] },
  tables: { tenant: ['moorings'] },
  migrations: { tenant: [Launch] },
  settings: { service: { MOST_BOATS: whole(1, 9)({ default: 3 }) }, owner: { OLD_BOATS: whole(1, 9)() } },
  errors: [
    { full: errorEntry('harbour_full', 409, 'Full.'), shut: errorEntry('harbour_full', 409, 'Shut.') },
  ],
  actions: auditActions({ moored: 'boat.moored' }),
  tags: [{ name: 'Harbour', description: 'Boats.', order: 20 }],
};

describe('the registry', () => {
  const registry = new Registry([
    HARBOUR,
    { folder: 'core/tides', tags: [{ name: 'Tides', description: 'Water.', order: 10 }] },
  ]);

  it('puts together what parts bring', () => {
    expect(registry.schema('metadata')).toEqual({ entities: [BoatEntity], migrations: [] });
    expect(registry.schema('tenant')).toEqual({ entities: [], migrations: [Launch] });
    expect(registry.owners).toEqual(
      new Map([
        ['boats', 'features/harbour'],
        ['moorings', 'features/harbour'],
      ]),
    );
    expect(Object.keys(registry.settings.service)).toEqual(['MOST_BOATS']);
    expect(Object.keys(registry.settings.owner)).toEqual(['OLD_BOATS']);
    expect(registry.errors.map(({ message }) => message)).toEqual(['Full.', 'Shut.']);
    expect(registry.actions).toEqual(['boat.moored']);
    expect(registry.tags.map(({ name }) => name)).toEqual(['Tides', 'Harbour']);
  });

  it.each<[string, Omit<Part, 'folder'>, string]>([
    ['a table', { tables: { metadata: ['moorings'] } }, 'table moorings'],
    ['the table of an entity', { entities: { tenant: [SecondBoatEntity] } }, 'table boats'],
    ['a setting', { settings: { owner: { MOST_BOATS: whole(1, 2)() } } }, 'setting MOST_BOATS'],
    ['an error code', { errors: [{ it: errorEntry('harbour_full', 400, '') }] }, 'error code harbour_full'],
    ['an audit action', { actions: auditActions({ it: 'boat.moored' }) }, 'audit action boat.moored'],
    ['a tag', { tags: [{ name: 'Harbour', description: '', order: 1 }] }, 'tag Harbour'],
  ])('refuses %s that two parts claim', (_, part, what) => {
    expect(() => new Registry([HARBOUR, { folder: 'features/pier', ...part }])).toThrow(
      `The ${what} is declared by features/harbour and again by features/pier.`,
    );
  });

  it('refuses an action that one part gives twice', () => {
    const twice = {
      folder: 'features/pier',
      actions: auditActions({ one: 'pier.shut', other: 'pier.shut' }),
    };
    expect(() => new Registry([twice])).toThrow('pier.shut is declared by features/pier and again by');
  });

  it('refuses an entity without a table', () => {
    expect(() => new Registry([{ folder: 'features/pier', entities: { metadata: [NoTable] } }])).toThrow(
      'NoTable names no table in its @Entity.',
    );
  });
});
