import type { FieldError } from '../../../core/kernel/platform-error.js';
import { isRecord, pathText } from '../../../core/json/json-path.js';
import type { JsonPath } from '../../../core/json/json-path.js';
import { warning } from './finding.js';
import type { Finding } from './section-definition.js';

/** The section that names inbound numbers. */
export const NAMING_SECTION = 'assistant';

/** A number that belongs to another project. */
export interface TakenNumber {
  /** Its place among the inbound numbers. */
  readonly index: number;
  readonly projectId: string;
  /** Null where the caller does not see the project. */
  readonly displayName: string | null;
}

/** The inbound numbers of a section as it would be published. */
export function inboundNumbersOf(assistant: unknown): string[] {
  const numbers = isRecord(assistant) ? assistant['inbound_numbers'] : undefined;
  return Array.isArray(numbers) ? numbers.filter((it) => typeof it === 'string') : [];
}

const CODE = 'inbound_number_taken';

const placeOf = ({ index }: TakenNumber): JsonPath => ['inbound_numbers', index];

// No message repeats a number: findings are shown and copied widely.
const messageOf = ({ projectId, displayName }: TakenNumber): string =>
  displayName === null
    ? 'Another project of the client answers this number, one that you do not see. Take the number out here, or ask a partner_admin for it.'
    : `The project ${displayName} (${projectId}) answers this number. Publish that project without it or archive it, or take the number out here.`;

/** What keeps a release from being made (workspace 11.12). */
export const takenFaults = (taken: readonly TakenNumber[]): FieldError[] =>
  taken.map((number) => ({
    loc: ['sections', NAMING_SECTION, ...placeOf(number)],
    message: messageOf(number),
    type: CODE,
  }));

/** What a draft is told of them: it may be saved, and tried by test calls. */
export const takenWarnings = (taken: readonly TakenNumber[]): Finding[] =>
  taken.map((number) => warning(CODE, pathText(placeOf(number)), messageOf(number)));
