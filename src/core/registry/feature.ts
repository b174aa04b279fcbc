import type { DynamicModule, Type } from '@nestjs/common';
import type { MigrationInterface } from 'typeorm';
import type { SettingsTable } from '../../config/environment-tables.js';
import type { AuditAction } from '../shared/audit-event.js';
import type { CatalogueEntry } from '../shared/catalogue.js';
import type { WorkKind } from '../shared/work-kind.js';
import type { SealedTable } from './sealed-table.js';

/** The two kinds of store: the one of the deployment, and those of its tenants. */
export type StoreKind = 'metadata' | 'tenant';

type PerStore<T> = Readonly<Partial<Record<StoreKind, readonly T[]>>>;
type MigrationClass = new () => MigrationInterface;

/** A group of the OpenAPI document; a controller names its own with @Routes. */
export interface Tag {
  readonly name: string;
  readonly description: string;
  /**
   * Its position among the others, in the order in which a new reader needs them; in tens, to leave
   * room.
   */
  readonly order: number;
}

/**
 * The entries of one folder in the registry. A table has one owner: the folder that names it or its
 * entity. Statements of other folders may not use it unless their part declares the use and the
 * reason in `uses`.
 */
export interface Part {
  /** Below src: `features/calls`, `core/auth`. */
  readonly folder: string;
  readonly entities?: PerStore<Type>;
  /** Tables that no entity describes. */
  readonly tables?: PerStore<string>;
  readonly migrations?: PerStore<MigrationClass>;
  /**
   * Its tables with columns that are sealed under the tenants' data keys: a rotation reseals them.
   */
  readonly sealed?: PerStore<SealedTable>;
  /** Tables of other folders that this folder's statements name, and how they use them. */
  readonly uses?: Readonly<Record<string, 'reads' | 'writes'>>;
  /**
   * Variables of the environment: `service` for main and the worker, `owner` for processes that
   * work as the stores' owner. Read with `settingsOf`.
   */
  readonly settings?: { readonly service?: SettingsTable; readonly owner?: SettingsTable };
  /** The errors that it throws. Several reasons may share a code, within one part. */
  readonly errors?: readonly Readonly<Record<string, CatalogueEntry>>[];
  readonly actions?: Readonly<Record<string, AuditAction>>;
  /** Kinds of jobs, whose queues `migrate` creates. */
  readonly jobs?: readonly WorkKind<object>[];
  readonly tags?: readonly Tag[];
}

/** A feature: a part with its own routes and services. */
export interface Feature extends Part {
  readonly module: Type | DynamicModule;
}

/** Declares a feature; `<name>.feature.ts` exports it as `feature`, and app.module.ts lists it. */
export const defineFeature = (feature: Feature): Feature => feature;
