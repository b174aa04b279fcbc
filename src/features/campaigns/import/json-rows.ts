import { echoableName, MAX_FIELD_ERRORS, UNKNOWN_FIELD } from '../../../core/shared/field-names.policy.js';
import { utf8Fault } from '../../../core/http/text.policy.js';
import { Cooperative } from '../../../core/shared/cooperative.js';
import { isRecord } from '../../../core/shared/json/json-path.js';
import { repeatedName, repeatedNameFault } from '../../../core/shared/json/repeated-name.policy.js';
import {
  NotAnArrayError,
  NotAnObjectError,
  RepeatedMemberError,
  splitArray,
  splitObject,
} from '../../../core/shared/json/json-splitter.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError, unprocessable, validationFailed } from '../../../core/shared/platform-error.js';
import type { FieldError } from '../../../core/shared/platform-error.js';
import { MAX_ROWS } from '../contact-rows/csv-rows.js';
import { CellFault } from '../contact-rows/row-error.js';
import type { SubmittedRow } from '../contact-rows/submitted-row.js';
import { readSourceOrBatch } from '../contact-rows/identifier.policy.js';
import { knownColumns, unsupported } from '../contact-rows/import-columns.policy.js';

/** The body of a JSON import, whose contacts are yet to be parsed. */
interface JsonBody {
  readonly sourceId: string;
  readonly batchId: string;
  readonly contacts: readonly Buffer[];
}

export interface JsonRows {
  readonly sourceId: string;
  readonly batchId: string;
  readonly rows: readonly SubmittedRow[];
}

// An ordinary contact is less than a tenth of this, and parsing one of megabytes would block the
// event loop.
const LONGEST_CONTACT = 64 * 1024;

// Unknown members beyond the three are refused one by one.
const MOST_MEMBERS = 50;
const MEMBERS = ['source_id', 'batch_id', 'contacts'];

const OPEN_BRACKET = 0x5b;

/**
 * Reads the body of a JSON import (campaigns 4.6) in parts: one JSON.parse of all of it would block
 * every other request.
 * @param allowedKeys as `knownColumns`
 * @throws 400 for invalid JSON, 422 naming the faults of the body, of its contacts as objects, and
 *   of their fields
 */
export async function readJsonRows(body: Buffer, allowedKeys: readonly string[] | null): Promise<JsonRows> {
  const { sourceId, batchId, contacts } = await bodyOf(body);
  const isKnown = knownColumns(allowedKeys);
  const rows: SubmittedRow[] = [];
  const faults: FieldError[] = [];
  const slices = new Cooperative();
  for (const [index, text] of contacts.entries()) {
    const pause = slices.yieldToEventLoop();
    if (pause) await pause;
    const contact = text.length > LONGEST_CONTACT ? null : parsed(text);
    if (!isRecord(contact)) {
      faults.push(
        text.length > LONGEST_CONTACT
          ? {
              loc: ['body', 'contacts', index],
              message: `must not be longer than ${LONGEST_CONTACT} bytes`,
              type: 'too_long',
            }
          : { loc: ['body', 'contacts', index], message: 'must be a JSON object', type: 'object_type' },
      );
      continue;
    }
    const repeated = repeatedNameFault(text, contact, ['body', 'contacts', index]);
    if (repeated) throw validationFailed(repeated);
    const columns = Object.keys(contact);
    for (const name of columns) {
      if (isKnown(name)) continue;
      const loc = ['body', 'contacts', index, echoableName(name)];
      faults.push({ loc, message: unsupported(), type: 'extra_forbidden' });
    }
    if (faults.length >= MAX_FIELD_ERRORS) break;
    rows.push({ row: index + 1, columns, cells: Object.values(contact) });
  }
  if (faults.length > 0) throw unprocessable(...faults.slice(0, MAX_FIELD_ERRORS));
  return { sourceId, batchId, rows };
}

async function bodyOf(body: Buffer): Promise<JsonBody> {
  const fault = utf8Fault(body, ['body']);
  if (fault) throw validationFailed(fault);
  const members = await splitObject(body, MOST_MEMBERS).catch((error: unknown) => {
    if (error instanceof RepeatedMemberError) throw validationFailed(repeatedName(error.member, ['body']));
    if (!(error instanceof NotAnObjectError)) throw error;
    throw notAnObject(body);
  });
  const faults: FieldError[] = [...members.keys()]
    .filter((name) => !MEMBERS.includes(name))
    .map((name) => ({ loc: ['body', echoableName(name)], ...UNKNOWN_FIELD }));
  const read = (name: string): string => {
    const text = members.get(name);
    const value = readSourceOrBatch(text && text.length <= LONGEST_CONTACT ? parsed(text) : text && '');
    if (!(value instanceof CellFault)) return value;
    faults.push({
      loc: ['body', name],
      message: value.message,
      type: value.code === 'required' ? 'missing' : value.code,
    });
    return '';
  };
  const sourceId = read('source_id');
  const batchId = read('batch_id');
  const contacts = await contactsOf(members.get('contacts'), faults);
  if (faults.length > 0) throw unprocessable(...faults);
  return { sourceId, batchId, contacts };
}

async function contactsOf(text: Buffer | undefined, faults: FieldError[]): Promise<readonly Buffer[]> {
  const loc = ['body', 'contacts'];
  if (text === undefined) {
    faults.push({ loc, message: 'is required', type: 'missing' });
    return [];
  }
  const contacts = await splitArray(text, MAX_ROWS).catch((error: unknown) => {
    if (!(error instanceof NotAnArrayError)) throw error;
    // It begins as a list, but its brackets or commas do not match.
    if (text[0] === OPEN_BRACKET) throw new PlatformError(CATALOGUE.invalidJson);
    return [];
  });
  if (contacts.length === 0 || contacts.length > MAX_ROWS) {
    faults.push({ loc, message: `must be a list of 1 to ${MAX_ROWS} contacts`, type: 'batch_size' });
  }
  return contacts;
}

/** @throws 400 */
function parsed(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8')) as unknown;
  } catch {
    throw new PlatformError(CATALOGUE.invalidJson);
  }
}

// Tells the sender which of the two mistakes it made, if that is cheap to find out.
const SMALL_BYTES = 64 * 1024;

function notAnObject(body: Buffer): PlatformError {
  if (body.length > SMALL_BYTES) return new PlatformError(CATALOGUE.invalidJson);
  parsed(body);
  return unprocessable({ loc: ['body'], message: 'must be a JSON object', type: 'object_type' });
}
