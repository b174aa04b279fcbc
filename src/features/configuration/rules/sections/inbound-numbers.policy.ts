import type { FieldError } from '../../../../core/shared/platform-error.js';
import { isRecord, pathText, type JsonPath } from '../../../../core/shared/json/json-path.js';
import { warning, type Finding } from './section-definition.js';

export const NAMING_SECTION = 'assistant';

/** A number that belongs to another project. */
export interface ClaimedNumber {
  /** Its position among the inbound numbers. */
  readonly index: number;
  readonly projectId: string;
  /** Null if the caller cannot see the project. */
  readonly displayName: string | null;
}

/** The inbound numbers of a section as it would be published. */
export function inboundNumbersOf(assistant: unknown): string[] {
  const numbers = isRecord(assistant) ? assistant['inbound_numbers'] : undefined;
  return Array.isArray(numbers) ? numbers.filter((it) => typeof it === 'string') : [];
}

const CODE = 'inbound_number_taken';

const placeOf = ({ index }: ClaimedNumber): JsonPath => ['inbound_numbers', index];

// No message repeats a number: findings are shown and copied widely.
const messageOf = ({ projectId, displayName }: ClaimedNumber, next: string): string =>
  displayName === null
    ? NAMELESS
    : `The project ${displayName} (${projectId}) answers this number. Publish that project without it or archive it, ${next}.`;

const NAMELESS =
  'Another project of the client, which you may not see, answers this number. Remove the number here, or ask ' +
  'a partner_admin for it.';
const INTO_RELEASE = 'or remove the number here';
const OUT_OF_ARCHIVE =
  'and then restore this one; or leave this one archived and clone its published configuration into ' +
  'another project';

const faultsOf = (taken: readonly ClaimedNumber[], next: string): FieldError[] =>
  taken.map((number) => ({
    loc: ['sections', NAMING_SECTION, ...placeOf(number)],
    message: messageOf(number, next),
    type: CODE,
  }));

/** The numbers that prevent a release (workspace 11.12). */
export const takenFaults = (taken: readonly ClaimedNumber[]): FieldError[] => faultsOf(taken, INTO_RELEASE);

/** The numbers that prevent the restoration of a project (workspace 11.13). */
export const takenMeanwhile = (taken: readonly ClaimedNumber[]): FieldError[] =>
  faultsOf(taken, OUT_OF_ARCHIVE);

/** The warnings of a draft: it may still be saved, and tried by test calls. */
export const takenWarnings = (taken: readonly ClaimedNumber[]): Finding[] =>
  taken.map((number) => warning(CODE, pathText(placeOf(number)), messageOf(number, INTO_RELEASE)));

/** The same for another tenant, which must not see names of other tenants' projects. */
export const withoutOwner = (finding: Finding): Finding =>
  finding.code === CODE ? { ...finding, message: NAMELESS } : finding;
