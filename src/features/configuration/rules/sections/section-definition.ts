import type { Provider, Type } from '@nestjs/common';
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { WriteGuard } from '../../../../core/http/etag/write-guard.policy.js';
import type { IdempotencyRule } from '../../../../core/idempotency/idempotency-rule.js';
import type { NumberRules } from '../../../dialling/numbers/dialled-numbers.service.js';
import type { IsVerified } from '../../../email-routing/lookup/verified-addresses.service.js';
import type { Scope } from '../../../../core/shared/roles.js';

/** A finding about one field of a section. An error blocks publishing; a warning does not. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  /** The path from the section's root: `destinations.2.phone_number` (`pathText`). */
  readonly path: string;
  readonly message: string;
}

/** A finding that a section's rules may produce, and its condition in words, for its page. */
export type FindingRule = readonly [code: string, severity: Finding['severity'], when: string];

export interface SectionFacts {
  /** The instant of validation. */
  readonly now: Date;
  readonly timezone: string;
  readonly secretNames: ReadonlySet<string>;
  /** Which numbers are dialled for the client (dispatch 8.1). */
  readonly judgeNumber: NumberRules;
  /** Whether an address gets mail of the platform (email-routing 4.1). */
  readonly isVerified: IsVerified;
  /** Whether the project has a published version. */
  readonly isPublished: boolean;
  /** The other sections as they would be published; defaults of those never saved. */
  readonly sections: Readonly<Record<string, unknown>>;
}

/** The callers that may use a section, on every route. */
export interface SectionCallers {
  readonly scopes: readonly Scope[];
  readonly credentials?: 'bearer' | 'api_key';
}

/** If set, the key is required unless the rule says otherwise. */
type KeyRule = Partial<Omit<IdempotencyRule, 'operation'>>;

/**
 * A part of a section with its own version. Every response shows the version next to
 * `configuration`, and the body of a write must name the current one there: missing is 422, stale
 * is 409. A write of the whole draft names it inside the configuration. A number is never reused
 * for other content.
 */
interface VersionedPart<S extends TObject> {
  /** Its field in answers, body and configuration, such as `customer_destinations_version`. */
  readonly field: string;
  readonly schema: TSchema;
  /** The version of the part in this configuration. */
  readonly of: (configuration: Static<S>) => number;
  /** The part of the configuration whose changes the version counts. */
  readonly counted: (configuration: Static<S>) => unknown;
}

/**
 * One section of a project's configuration. A folder under `sections/` exports one of these as
 * `section`, and nothing else mentions it: routes, OpenAPI, docs, validation, publishing and
 * comparison are derived from it.
 */
export interface SectionDefinition<S extends TObject = TObject> {
  /** Its key in drafts and versions. */
  readonly name: string;
  /**
   * The path on which it is read, written and validated; `sectionController` (section-routes.ts)
   * creates the routes. Absent: it only has routes of `controllers`, and is otherwise saved with
   * the whole draft.
   */
  readonly route?: `v1/projects/:project_id/${string}`;
  readonly title: string;
  /**
   * The schema of a saved configuration: anything else is 422. Closed (`additionalProperties:
   * false`) at every level.
   */
  readonly schema: S;
  /** Repeated parts of the schema, under their names in the published document. */
  readonly parts?: Readonly<Record<string, TSchema>>;
  /** The configuration of a section that was never saved. */
  readonly defaults: Static<S>;
  /** Shown in OpenAPI and docs; valid and without findings. */
  readonly example: Static<S>;
  readonly read: SectionCallers;
  readonly write: SectionCallers & {
    readonly method: 'put' | 'patch';
    /** Appended to the section's own path. */
    readonly path: '' | 'draft';
    readonly guard: WriteGuard;
    /** Absent: an idempotency key is optional. */
    readonly idempotency?: KeyRule;
    /**
     * The schema of a sent configuration, if `merge` converts it into the saved one; absent: the
     * same schema. Closed at every level.
     */
    readonly schema?: TObject;
    /** A `configuration` that may be sent, if `schema` is set; for OpenAPI and docs. */
    readonly example?: Record<string, unknown>;
    /**
     * Converts the sent configuration into the saved one: keeps omitted parts, and refuses parts
     * that the sender may not change. Pure; its result is checked against `schema` again.
     * @throws PlatformError of `unprocessable(...)`, with paths that begin with `['body',
     *   'configuration', ...]`
     */
    readonly merge?: (current: Static<S>, sent: unknown) => unknown;
    /** The effect of omitted and null fields, if `merge` decides it; for OpenAPI. */
    readonly merges?: string;
    readonly part?: VersionedPart<S>;
    /**
     * Exports and imports the section as a whole, if part of it stays with its project; absent: the
     * whole section is exported, and an import removes omitted fields.
     */
    readonly whole?: {
      /** The schema of a sent configuration. Closed at every level. */
      readonly schema: TObject;
      readonly give: (configuration: Static<S>) => Record<string, unknown>;
      /** Like `merge`. */
      readonly take: (current: Static<S>, sent: unknown) => unknown;
    };
  };
  /** Absent: the section has no separate validation route. */
  readonly validate?: SectionCallers & {
    /**
     * The callers that may send a configuration to validate instead of the saved one; absent: the
     * body is empty or {}.
     */
    readonly override?: readonly Scope[];
    /** Whether validation also requires the guard of the write. */
    readonly guarded?: boolean;
    readonly idempotency?: KeyRule;
  };
  /** The rules that a schema cannot express. Pure: the same arguments give the same findings. */
  readonly findings: (configuration: Static<S>, facts: SectionFacts) => readonly Finding[];
  /** Everything that `findings` may return: each code once per severity. */
  readonly rules: readonly FindingRule[];
  /** Further routes, in the section's own folder. */
  readonly controllers?: readonly Type[];
  readonly providers?: readonly Provider[];
}

/** Gives a section its static types. */
export const defineSection = <S extends TObject>(section: SectionDefinition<S>): SectionDefinition<S> =>
  section;

/** A finding that blocks publishing. */
export const error = (code: string, path: string, message: string): Finding => ({
  severity: 'error',
  code,
  path,
  message,
});

/** A finding that deserves attention but does not block publishing. */
export const warning = (code: string, path: string, message: string): Finding => ({
  severity: 'warning',
  code,
  path,
  message,
});

/** The findings whose condition was true: `found(isBroken && error(...))`. */
export const found = (...findings: readonly (Finding | false | undefined)[]): Finding[] =>
  findings.filter((it) => it !== false && it !== undefined);

/** The indexes of list items whose key occurred earlier. */
export function repeatsIn<T>(list: readonly T[], keyOf: (item: T) => string): number[] {
  const seen = new Set<string>();
  return list.flatMap((item, index) => {
    const key = keyOf(item);
    if (seen.has(key)) return [index];
    seen.add(key);
    return [];
  });
}
