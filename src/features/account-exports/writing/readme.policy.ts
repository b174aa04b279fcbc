import type { ExportedFile } from '../../../core/account-export/account-export.js';
import type { ExportFormat } from '../rules/export-words.js';

interface ReadmeFacts {
  readonly clientId: string;
  readonly dataEnv: string;
  readonly format: ExportFormat;
  readonly startedAt: Date;
  readonly files: readonly Pick<ExportedFile, 'name' | 'about'>[];
}

const FORMATS: Readonly<Record<ExportFormat, string>> = {
  ndjson: 'Each line of a .ndjson file is one row, a JSON object.',
  csv:
    'Each .csv file is a table in UTF-8 with column names in the first line. An apostrophe precedes text ' +
    'that a spreadsheet could mistake for a formula. Lists and objects are JSON.',
};

/** The README of an export: the content of each file (account-exports 3.3). */
export const readmeOf = ({ clientId, dataEnv, format, startedAt, files }: ReadmeFacts): string =>
  [
    `Account export of ${clientId} (${dataEnv})`,
    `Begun ${startedAt.toISOString()}. Every store was read in one snapshot.`,
    '',
    FORMATS[format],
    'Times are UTC in ISO 8601. manifest.json lists the rows, bytes and SHA-256 of each file.',
    'Not included: secrets, what the privacy policy of the client hides from its administrators, and the data of callers ' +
      'that was erased.',
    '',
    ...files.map(({ name, about }) => `${name}.${format}: ${about}`),
    '',
  ].join('\r\n');
