import type { Type } from '@nestjs/common';
import { getMetadataArgsStorage } from 'typeorm';
import type { SettingsTable } from '../../config/environment-tables.js';
import type { AuditAction } from '../shared/audit-event.js';
import type { CatalogueEntry } from '../shared/catalogue.js';
import type { WorkKind } from '../shared/work-kind.js';
import type { Part, StoreKind, Tag } from './feature.js';
import type { SealedTable } from './sealed-table.js';

export interface StoreSchema {
  readonly entities: Type[];
  readonly migrations: NonNullable<NonNullable<Part['migrations']>[StoreKind]>[number][];
}

/**
 * Everything that core and the features of a process declare, so that core names no feature.
 * @throws Error at boot if two parts claim the same table, setting, error code, audit action, job
 *   or tag
 */
export class Registry {
  readonly owners: ReadonlyMap<string, string>;
  /** The variables that features read, for each kind of process. */
  readonly settings: { readonly service: SettingsTable; readonly owner: SettingsTable };
  readonly errors: readonly CatalogueEntry[];
  readonly actions: readonly AuditAction[];
  readonly tags: readonly Tag[];
  readonly jobs: readonly WorkKind<object>[];

  constructor(readonly parts: readonly Part[]) {
    this.owners = claimed('table', parts, tablesOf);
    claimed('setting', parts, ({ settings: { service, owner } = {} }) =>
      Object.keys({ ...service, ...owner }),
    );
    this.settings = {
      service: merged(parts.map(({ settings }) => settings?.service)),
      owner: merged(parts.map(({ settings }) => settings?.owner)),
    };
    claimed('error code', parts, (part) => [...new Set(errorsOf(part).map(({ code }) => code))]);
    this.errors = parts.flatMap(errorsOf);
    this.actions = [...claimed('audit action', parts, actionsOf).keys()] as AuditAction[];
    claimed('job', parts, ({ jobs = [] }) => jobs.map(({ name }) => name));
    this.jobs = parts.flatMap(({ jobs }) => jobs ?? []);
    claimed('tag', parts, ({ tags = [] }) => tags.map(({ name }) => name));
    this.tags = parts.flatMap(({ tags = [] }) => tags).sort((one, other) => one.order - other.order);
  }

  /** All columns that are sealed under the tenants' data keys. */
  sealed(store: StoreKind): readonly SealedTable[] {
    return this.parts.flatMap(({ sealed }) => sealed?.[store] ?? []);
  }

  schema(store: StoreKind): StoreSchema {
    return {
      entities: this.parts.flatMap(({ entities }) => entities?.[store] ?? []),
      migrations: this.parts.flatMap(({ migrations }) => migrations?.[store] ?? []),
    };
  }
}

/** The folder that claims each name. @throws Error when two do */
function claimed(
  kind: string,
  parts: readonly Part[],
  namesOf: (part: Part) => readonly string[],
): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const part of parts) {
    for (const name of namesOf(part)) {
      const owner = owners.get(name);
      if (owner !== undefined) {
        throw new Error(`The ${kind} ${name} is declared by ${owner} and again by ${part.folder}.`);
      }
      owners.set(name, part.folder);
    }
  }
  return owners;
}

const errorsOf = ({ errors = [] }: Part): readonly CatalogueEntry[] =>
  errors.flatMap((group) => Object.values(group));

const actionsOf = ({ actions = {} }: Part): readonly AuditAction[] => Object.values(actions);

const merged = (tables: readonly (SettingsTable | undefined)[]): SettingsTable =>
  Object.assign({}, ...tables) as SettingsTable;

const tablesOf = ({ entities = {}, tables = {} }: Part): readonly string[] => [
  ...[...(entities.metadata ?? []), ...(entities.tenant ?? [])].map(tableOf),
  ...(tables.metadata ?? []),
  ...(tables.tenant ?? []),
];

function tableOf(entity: Type): string {
  const name = getMetadataArgsStorage().tables.find(({ target }) => target === entity)?.name;
  if (name === undefined) throw new Error(`${entity.name} names no table in its @Entity.`);
  return name;
}
