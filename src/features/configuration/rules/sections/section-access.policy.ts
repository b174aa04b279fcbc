import { readIdempotencyKey } from '../../../../core/idempotency/idempotency-key.policy.js';
import { KEY_DEFAULTS } from '../../../../core/idempotency/idempotency-rule.js';
import { isSameJson } from '../../../../core/shared/json/canonical-json.policy.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import type { FieldError } from '../../../../core/shared/platform-error.js';
import type { ConfigurationState } from '../configuration-state.js';
import type { SectionValidation } from './findings.policy.js';
import { error, type Finding, type SectionCallers, type SectionDefinition } from './section-definition.js';

// A section's rules about API callers apply to every route that shows or changes it, and not only to
// its own: the whole draft, versions, comparisons, validation, publishing.

/** Whether this caller may see the section. */
export const maySee = (auth: AuthContext, { read }: Pick<SectionDefinition, 'read'>): boolean =>
  isAmong(auth, read);

/** Whether this caller may change the section. */
export const mayChange = (auth: AuthContext, { write }: Pick<SectionDefinition, 'write'>): boolean =>
  isAmong(auth, write);

/** The parts of a version that this caller may see; removed sections are hidden. */
export function visibleParts<T>(
  auth: AuthContext,
  sections: readonly SectionDefinition[],
  parts: Readonly<Record<string, T>>,
): Record<string, T> {
  const seen = sections.filter(({ name, read }) => Object.hasOwn(parts, name) && maySee(auth, { read }));
  return Object.fromEntries(seen.map(({ name }) => [name, parts[name]!]));
}

/** The findings that this caller may see: for a hidden section, only that it has errors. */
export const visibleFindings = (
  auth: AuthContext,
  sections: readonly SectionDefinition[],
  validations: ReadonlyMap<string, SectionValidation>,
): ReadonlyMap<string, SectionValidation> =>
  new Map(
    sections.map((section): [string, SectionValidation] => {
      const validation = validations.get(section.name)!;
      return [
        section.name,
        maySee(auth, section) ? validation : { ...validation, findings: hidden(validation) },
      ];
    }),
  );

const hidden = ({ status }: SectionValidation): Finding[] =>
  status === 'blocked' ? [error('section_blocked', '', 'The section has errors.')] : [];

/**
 * The fault of the Idempotency-Key header of a write that includes the section, by the section's
 * own rule.
 * @returns undefined if there is none
 */
export function keyFault(
  { write }: Pick<SectionDefinition, 'write'>,
  header: string | undefined,
): FieldError | undefined {
  // The body of a write of several sections has no field for a key.
  const rule = { ...KEY_DEFAULTS, ...write.idempotency, key: 'header' } as const;
  const reading = readIdempotencyKey(rule, header, undefined);
  return 'error' in reading ? reading.error : undefined;
}

/**
 * The faults of a release by this caller: it changes a section that only signed-in people may
 * write, and the caller is a key. It does not matter whether the change comes from a draft or from
 * an older version.
 * @param published every published section, by name
 * @param next the same as it would be published
 */
export const releaseFaults = (
  auth: AuthContext,
  sections: readonly SectionDefinition[],
  published: Readonly<Record<string, unknown>>,
  next: Readonly<Record<string, unknown>>,
): FieldError[] =>
  sections
    .filter(({ write }) => write.credentials === 'bearer' && auth.principal.kind !== 'bearer')
    .filter(({ name }) => !isSameJson(published[name], next[name]))
    .map(({ name }) => ({
      loc: ['sections', name],
      message:
        'This release changes a section that only a person may change. Repeat the request with a ' +
        "partner_admin's bearer token.",
      type: 'bearer_required',
    }));

const isAmong = ({ scope, principal }: AuthContext, { scopes, credentials }: SectionCallers): boolean =>
  scope !== 'system' &&
  scopes.includes(scope) &&
  (credentials === undefined || credentials === principal.kind);

/** Why a caller cannot edit a section; the same words as in the project's own permissions. */
export const SECTION_READ_ONLY_REASONS = ['role_read_only', 'project_archived'] as const;

export interface SectionPermissions {
  readonly can_edit: boolean;
  /** Null when the caller can edit the section. */
  readonly read_only_reason: (typeof SECTION_READ_ONLY_REASONS)[number] | null;
}

/**
 * The caller's rights to a section. For a caller who may only read, that reason comes first:
 * restoring the project would not help.
 */
export function sectionPermissions(
  auth: AuthContext,
  { write }: Pick<SectionDefinition, 'write'>,
  { project }: ConfigurationState,
): SectionPermissions {
  if (!mayChange(auth, { write })) return { can_edit: false, read_only_reason: 'role_read_only' };
  const isArchived = project.lifecycleState === 'archived';
  return { can_edit: !isArchived, read_only_reason: isArchived ? 'project_archived' : null };
}
