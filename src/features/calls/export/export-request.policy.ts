import { unprocessable, type FieldError } from '../../../core/shared/platform-error.js';

/** The three opt-ins into sensitive content, under their names on the wire. */
export const SENSITIVE_OPTIONS = [
  'include_caller_info',
  'include_transcript_text',
  'include_audio_links',
] as const;
type SensitiveOption = (typeof SENSITIVE_OPTIONS)[number];
export type SensitiveOptions = Readonly<Record<SensitiveOption, boolean>>;

const FILTERS = ['start_date', 'end_date', 'status', 'caller', 'agent', 'primary_outcome'] as const;
type ExportFilter = Readonly<Partial<Record<(typeof FILTERS)[number], string>>>;

/** The type-checked body of an export. A field that is null was not sent. */
export interface ExportRequest {
  /** As sent; null if it was omitted or is blank. */
  readonly projectId: string | null;
  readonly filter: ExportFilter;
  /**
   * The count shown on the sender's screen; null if it sent no valid one. It is audited and has no
   * effect.
   */
  readonly displayedMatchedCount: number | null;
  readonly selected: SensitiveOptions;
  readonly redact: boolean | null;
  /** Whether the file begins with a byte order mark (calls-export 5.19). */
  readonly bom: boolean;
  // Their errors have separate codes (calls-export 3.1).
  readonly format: unknown;
  readonly profile: unknown;
  readonly timezone: unknown;
  readonly columns: unknown;
}

/** Ten times the limit of an export, and the maximum of the count (calls-export 1.1). */
const MAX_DISPLAYED = 100_000;

/**
 * Reads the body of POST /v1/calls/export (calls-export section 1). It runs before every check of
 * the caller, so `decideExport` takes only its result.
 * @throws 422 without a code, naming every field of a wrong type: the three opt-ins must be JSON
 *   booleans, `redact_personal_information` and `bom` must be booleans if they are sent, and
 *   project, client, bounds and filters must be text
 */
export function readExportRequest(body: Readonly<Record<string, unknown>>): ExportRequest {
  const faults: FieldError[] = [];
  const refuse = (name: string, message: string, type: string): void => {
    faults.push({ loc: ['body', name], message, type });
  };
  const flag = (name: string): boolean | null => {
    const value = body[name] ?? null;
    if (value === null || typeof value === 'boolean') return value;
    refuse(name, 'must be a JSON boolean', 'is_boolean');
    return null;
  };
  const optIn = (name: SensitiveOption): boolean => {
    if ((body[name] ?? null) === null) refuse(name, 'is required; send true or false', 'missing');
    return flag(name) ?? false;
  };
  const text = (name: string): string | undefined => {
    const value = body[name] ?? undefined;
    if (value === undefined || typeof value === 'string') return value;
    refuse(name, 'must be text', 'is_string');
    return undefined;
  };

  const selected = {
    include_caller_info: optIn('include_caller_info'),
    include_transcript_text: optIn('include_transcript_text'),
    include_audio_links: optIn('include_audio_links'),
  };
  const redact = flag('redact_personal_information');
  const bom = flag('bom') ?? false;
  const projectId = text('project_id') ?? '';
  // Only its type is checked here: a text client_id has already selected the tenant.
  text('client_id');
  const filter = Object.fromEntries(
    FILTERS.map((name) => [name, text(name)]).filter(([, value]) => value !== undefined),
  ) as ExportFilter;
  if (faults.length > 0) throw unprocessable(...faults);
  return {
    projectId: projectId.trim() === '' ? null : projectId,
    filter,
    displayedMatchedCount: readCount(body['displayed_matched_count']),
    selected,
    redact,
    bom,
    format: body['format'] ?? null,
    profile: body['profile'] ?? null,
    timezone: body['timezone'] ?? null,
    columns: body['columns'] ?? null,
  };
}

const readCount = (sent: unknown): number | null =>
  typeof sent === 'number' && Number.isInteger(sent) && sent >= 0 && sent <= MAX_DISPLAYED ? sent : null;
