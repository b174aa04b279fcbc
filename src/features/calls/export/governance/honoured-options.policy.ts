import { SENSITIVE_OPTIONS } from '../export-request.policy.js';
import type { GrantedExport } from './export-decision.policy.js';

/** The options of an export other than its filter, profile and columns. */
export const EXPORT_OPTIONS = [...SENSITIVE_OPTIONS, 'redact_personal_information'] as const;

/**
 * Why an option has no effect, or only a partial one. `not_permitted`: the tenant's policy or the
 * project's governance does not permit it for the role; `no_audio_links`: no file contains one.
 */
export const UNHONOURED_REASONS = ['not_permitted', 'no_audio_links'] as const;

export interface HonouredOption {
  readonly option: (typeof EXPORT_OPTIONS)[number];
  readonly asked: boolean;
  /** Whether it takes effect in the file. */
  readonly honoured: boolean;
  /** Null if it is honoured. */
  readonly reason: (typeof UNHONOURED_REASONS)[number] | null;
}

/** The options as requested and as effective (calls-export 10.4); the fourth exists only in v3. */
export function honouredOptions(granted: GrantedExport): HonouredOption[] {
  const optIns = SENSITIVE_OPTIONS.map((option): HonouredOption => {
    const asked = granted.selected[option];
    if (!asked || granted.honoured[option]) return { option, asked, honoured: true, reason: null };
    const reason = option === 'include_audio_links' ? 'no_audio_links' : 'not_permitted';
    return { option, asked, honoured: false, reason };
  });
  if (granted.profile !== 'portal_business_v3') return optIns;
  const honoured = granted.redacts || showsAsWritten(granted);
  return [
    ...optIns,
    {
      option: 'redact_personal_information',
      asked: granted.redacts,
      honoured,
      reason: honoured ? null : 'not_permitted',
    },
  ];
}

/** Whether the columns that redaction would change are shown unredacted. */
const showsAsWritten = ({ columns, caller, summary }: GrantedExport): boolean =>
  (!columns.includes('caller') || caller === 'number') &&
  (!columns.includes('summary') || summary === 'stored');
