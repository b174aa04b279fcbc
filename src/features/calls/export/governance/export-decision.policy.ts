import type { AuthContext } from '../../../../core/shared/auth-context.js';
import type { CatalogueEntry } from '../../../../core/shared/catalogue.js';
import { PlatformError, type FieldError } from '../../../../core/shared/platform-error.js';
import type { PiiPermission, SummaryForm } from '../../../../core/privacy/pii/pii-permission.policy.js';
import { isIanaTimezone, timezoneMessage } from '../../../../core/time/timezone.policy.js';
import { EXPORT_PROFILES, FIXED_COLUMNS, V3_COLUMNS } from '../columns.policy.js';
import type { ExportColumn, ExportForm, ExportProfile, V3Column } from '../columns.policy.js';
import { SENSITIVE_OPTIONS, type ExportRequest, type SensitiveOptions } from '../export-request.policy.js';
import { EXPORT_ERRORS } from '../../calls.errors.js';
import type { Scope } from '../../../../core/shared/roles.js';

/** The roles that may export (calls-export 2.1). */
export const EXPORTERS: readonly Scope[] = [
  'client_admin',
  'client_manager',
  'client_staff',
  'partner_admin',
];

/** A well-formed export request. `ExportLookups` decide whether it is granted. */
export interface RequestedExport {
  readonly projectId: string;
  readonly profile: ExportProfile;
  readonly columns: readonly ExportColumn[];
  /** Checked; null in legacy exports. */
  readonly timezone: string | null;
  /** False only if v3 was requested with unredacted data. */
  readonly redacts: boolean;
  readonly selected: SensitiveOptions;
}

/** The facts looked up for a well-formed export. */
export interface ExportLookups {
  readonly isProjectVisible: boolean;
  /** From the tenant and the project's published governance. */
  readonly audioRetention: 'enabled' | 'disabled' | 'unconfirmed';
  readonly permission: PiiPermission;
  /** How this caller sees summaries, before redaction is considered. */
  readonly summary: SummaryForm;
}

/**
 * Which transcript a call shows. `governed`: the redacted one, if `gateTranscript` permits it, for
 * each row separately; `redacted`: the redacted one if it is verified; `spoken`: the original one.
 */
type TranscriptForm = 'none' | 'governed' | 'redacted' | 'spoken';

/** A granted export, and how it is done. */
export interface GrantedExport extends RequestedExport, ExportForm {
  readonly transcript: TranscriptForm;
  /** The opt-ins that take effect; the audit row contains both these and the requested ones. */
  readonly honoured: SensitiveOptions;
}

interface Refused {
  readonly kind: 'refused';
  /** Exports and previews audit it before they throw it. */
  readonly error: PlatformError;
}

interface Ask {
  readonly scope: AuthContext['scope'];
  readonly request: ExportRequest;
  /** Null for an unknown profile. */
  readonly profile: ExportProfile | null;
}

/** A line of the table: the response if it applies, or the invalid fields. */
interface Rule<T> {
  readonly answer: CatalogueEntry;
  readonly applies: (asked: T) => boolean | readonly FieldError[];
}

/**
 * The decision table of exports (calls-export 3.1): the first line that applies decides. Types have
 * been refused before (422, `readExportRequest`). We chose:
 *
 * - A role that cannot export learns nothing about the request: its 404 comes first.
 * - Rules about one field (project, format, profile, timezone, columns) come before roles, and
 *   roles before rules about combinations. So one wrong flag of v1 is 400 for a client_admin and
 *   403 for others; the same applies in v3 if nothing else is sensitive.
 * - v2 is 404 to other roles for any flags: its one valid form selects the transcript, so a 403 for
 *   opt-ins would always precede that 404. v3 with a transcript column or unredacted follows it.
 * - v3 without columns is a missing option; an invalid list is EXPORT_COLUMNS_INVALID.
 * - The tenant and the project's published governance decide whether audio is kept. This is checked
 *   before the project and reveals nothing: a foreign project has published nothing here, like one
 *   that does not exist.
 *
 * Lines of `lookups` are reached only when none of `request` applied, so nothing is looked up for a
 * refused request.
 */
const DECISION_TABLE: {
  readonly request: readonly Rule<Ask>[];
  readonly lookups: readonly Rule<RequestedExport & ExportLookups>[];
} = {
  request: [
    {
      answer: EXPORT_ERRORS.denied,
      applies: ({ scope }) => !EXPORTERS.some((exporter) => exporter === scope),
    },
    { answer: EXPORT_ERRORS.projectRequired, applies: ({ request }) => request.projectId === null },
    {
      answer: EXPORT_ERRORS.unsupportedFormat,
      applies: ({ request }) => request.format !== null && request.format !== 'csv',
    },
    { answer: EXPORT_ERRORS.profileUnsupported, applies: ({ profile }) => profile === null },
    {
      answer: EXPORT_ERRORS.timezoneWithoutProfile,
      applies: ({ profile, request }) => profile === 'legacy' && request.timezone !== null,
    },
    {
      answer: EXPORT_ERRORS.timezoneRequired,
      applies: ({ profile, request }) => profile !== 'legacy' && request.timezone === null,
    },
    {
      answer: EXPORT_ERRORS.timezoneInvalid,
      applies: ({ profile, request }) => profile !== 'legacy' && timezoneFaults(request.timezone),
    },
    {
      answer: EXPORT_ERRORS.columnsInvalid,
      applies: ({ profile, request }) =>
        profile === 'portal_business_v3' && request.columns !== null && columnFaults(request.columns),
    },
    { answer: EXPORT_ERRORS.denied, applies: (ask) => !isAdmin(ask) && asksForSensitiveProfile(ask) },
    {
      answer: EXPORT_ERRORS.optInDenied,
      applies: (ask) => !isAdmin(ask) && selectsAny(ask.request.selected),
    },
    { answer: EXPORT_ERRORS.profileOptionsUnsupported, applies: (ask) => optionFaults(ask) },
  ],
  lookups: [
    {
      answer: EXPORT_ERRORS.unavailable,
      applies: ({ selected, audioRetention }) => selected.include_audio_links && audioRetention !== 'enabled',
    },
    { answer: EXPORT_ERRORS.denied, applies: ({ isProjectVisible }) => !isProjectVisible },
  ],
};

/** Decides what the request alone determines; `settleExport` does the rest. */
export function decideExport(
  scope: AuthContext['scope'],
  request: ExportRequest,
): Refused | { readonly kind: 'asked'; readonly asked: RequestedExport } {
  const profile = profileOf(request.profile);
  const refused = firstOf(DECISION_TABLE.request, { scope, request, profile });
  if (refused) return refused;
  return { kind: 'asked', asked: asAsked(request) };
}

export function settleExport(
  asked: RequestedExport,
  lookups: ExportLookups,
): Refused | { readonly kind: 'granted'; readonly granted: GrantedExport } {
  const refused = firstOf(DECISION_TABLE.lookups, { ...asked, ...lookups });
  return refused ?? { kind: 'granted', granted: asGranted(asked, lookups) };
}

function firstOf<T>(rules: readonly Rule<T>[], asked: T): Refused | null {
  for (const { answer, applies } of rules) {
    const found = applies(asked);
    const fields = typeof found === 'boolean' ? [] : found;
    if (found === true || fields.length > 0) {
      return { kind: 'refused', error: new PlatformError(answer, { fields }) };
    }
  }
  return null;
}

const profileOf = (sent: unknown): ExportProfile | null =>
  sent === null ? 'legacy' : (EXPORT_PROFILES.find((profile) => profile === sent) ?? null);

const isAdmin = ({ scope }: Ask): boolean => scope === 'client_admin';

const selectsAny = (selected: SensitiveOptions): boolean =>
  SENSITIVE_OPTIONS.some((option) => selected[option]);

function asksForSensitiveProfile({ profile, request }: Ask): boolean {
  if (profile === 'portal_business_v2') return true;
  if (profile !== 'portal_business_v3') return false;
  return (
    request.redact === false || (Array.isArray(request.columns) && request.columns.includes('transcript'))
  );
}

const timezoneFaults = (timezone: unknown): FieldError[] =>
  isIanaTimezone(timezone)
    ? []
    : [{ loc: ['body', 'timezone'], message: timezoneMessage(timezone), type: 'timezone_invalid' }];

function columnFaults(columns: unknown): FieldError[] {
  const fault = (place: readonly number[], message: string, type: string): FieldError => ({
    loc: ['body', 'columns', ...place],
    message,
    type,
  });
  if (!Array.isArray(columns)) return [fault([], 'must be a list of columns', 'list_type')];
  if (columns.length === 0) return [fault([], 'must name at least one column', 'too_short')];
  const names: readonly unknown[] = columns;
  // With one more name than there are columns, one is unknown or repeated, so the rest of a longer
  // list does not matter.
  return names.slice(0, V3_COLUMNS.length + 1).flatMap((name, index) => {
    if (!V3_COLUMNS.some((known) => known === name)) {
      return [fault([index], `must be one of ${V3_COLUMNS.join(', ')}`, 'value_unknown')];
    }
    return names.indexOf(name) < index ? [fault([index], 'must not be repeated', 'repeated')] : [];
  });
}

const NONE_SELECTED: SensitiveOptions = {
  include_caller_info: false,
  include_transcript_text: false,
  include_audio_links: false,
};

/** The opt-ins that a profile requires; legacy requires none. */
const WANTED_OPTIONS: Readonly<Record<ExportProfile, Partial<SensitiveOptions>>> = {
  legacy: {},
  portal_business_v1: NONE_SELECTED,
  portal_business_v2: { ...NONE_SELECTED, include_transcript_text: true },
  portal_business_v3: NONE_SELECTED,
};

function optionFaults({ profile, request }: Ask): FieldError[] {
  if (profile === null) return [];
  const faults: FieldError[] = [];
  const refuse = (name: string, message: string): void => {
    faults.push({ loc: ['body', name], message, type: 'option_unsupported' });
  };
  for (const option of SENSITIVE_OPTIONS) {
    const wanted = WANTED_OPTIONS[profile][option];
    if (wanted !== undefined && request.selected[option] !== wanted) {
      refuse(option, `must be ${wanted} with ${profile}`);
    }
  }
  const isV3 = profile === 'portal_business_v3';
  const v3Options = { columns: request.columns, redact_personal_information: request.redact };
  for (const [name, value] of Object.entries(v3Options)) {
    if (isV3 && value === null) refuse(name, `is required with ${profile}`);
    if (!isV3 && value !== null) refuse(name, 'is accepted only with portal_business_v3');
  }
  return faults;
}

function asAsked(request: ExportRequest): RequestedExport {
  const profile = (request.profile ?? 'legacy') as ExportProfile;
  return {
    projectId: request.projectId as string,
    profile,
    columns:
      profile === 'portal_business_v3' ? (request.columns as readonly V3Column[]) : FIXED_COLUMNS[profile],
    timezone: request.timezone as string | null,
    redacts: request.redact ?? true,
    selected: request.selected,
  };
}

/** Only a client_admin gets here with an opt-in or unredacted data; the tenant's policy decides. */
function asGranted(asked: RequestedExport, { permission, summary }: ExportLookups): GrantedExport {
  const { profile, selected, redacts } = asked;
  const showsNumber = permission.rawCaller && (selected.include_caller_info || !redacts);
  return {
    ...asked,
    caller: showsNumber ? 'number' : 'masked',
    summary: summary === 'stored' && redacts ? 'safe' : summary,
    transcript: transcriptForm(asked, permission),
    honoured: {
      include_caller_info: selected.include_caller_info && showsNumber,
      include_transcript_text:
        selected.include_transcript_text && (profile === 'legacy' || permission.transcript),
      include_audio_links: false,
    },
  };
}

function transcriptForm(
  { profile, columns, selected }: RequestedExport,
  permission: PiiPermission,
): TranscriptForm {
  if (profile !== 'legacy') return columns.includes('transcript') ? 'governed' : 'none';
  if (!selected.include_transcript_text) return 'none';
  return permission.transcript ? 'spoken' : 'redacted';
}
