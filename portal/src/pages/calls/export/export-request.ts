import type {
  CallExportRequest,
  GetExportCapabilitiesResponse,
  PreviewExportResponse,
} from '../../../api/generated';
import type { View } from '../../../address/view';
import { FILTERS, filterQuery, type Filter, type Search } from '../filters';

export type Capabilities = GetExportCapabilitiesResponse;
export type Preview = PreviewExportResponse;
export type Column = NonNullable<CallExportRequest['columns']>[number];
type Profile = CallExportRequest['profile'];

/** A person's choices in the dialog. */
export interface Choice {
  /** Empty: no profile. */
  readonly profile: Profile | '';
  readonly columns: readonly Column[];
  readonly isRedacted: boolean;
  readonly hasCallers: boolean;
  readonly hasTranscripts: boolean;
  readonly isForExcel: boolean;
}

export const FIRST_CHOICE: Choice = {
  profile: 'portal_business_v1',
  columns: [
    'call_started_at',
    'caller',
    'duration_seconds',
    'call_status',
    'primary_outcome',
    'sentiment',
    'summary',
  ],
  isRedacted: true,
  hasCallers: false,
  hasTranscripts: false,
  isForExcel: true,
};

/** The filters of the list that an export supports. */
const TAKEN: readonly Filter[] = ['status', 'caller', 'agent', 'primary_outcome'];

/**
 * Set filters that an export does not support, so that it contains more calls than the list shows.
 */
export const ignoredFilters = (search: Search): readonly Filter[] =>
  FILTERS.filter((name) => search[name] !== undefined && !TAKEN.includes(name));

/** The active filters that an export supports. */
export const takenFilters = (search: Search): readonly Filter[] =>
  TAKEN.filter((name) => search[name] !== undefined);

/**
 * The body of an export of the view. Each profile accepts only its own options (calls-export 3.2).
 */
export function exportBody(choice: Choice, view: View, projectId: string, search: Search): CallExportRequest {
  const { status, caller, agent, primary_outcome } = filterQuery(search);
  const profile = choice.profile === '' ? undefined : choice.profile;
  const isOwn = profile === 'portal_business_v3';
  return {
    project_id: projectId,
    client_id: view.client_id,
    start_date: view.start_date,
    end_date: view.end_date,
    status,
    caller,
    agent,
    primary_outcome,
    profile,
    timezone: profile && view.zone,
    columns: isOwn ? [...choice.columns] : undefined,
    redact_personal_information: isOwn ? choice.isRedacted : undefined,
    bom: choice.isForExcel,
    include_caller_info: profile === undefined && choice.hasCallers,
    include_transcript_text:
      profile === 'portal_business_v2' || (profile === undefined && choice.hasTranscripts),
    include_audio_links: false,
  };
}
