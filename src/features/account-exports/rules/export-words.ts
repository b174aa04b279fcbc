export const EXPORT_FORMATS = ['ndjson', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_STATUSES = ['queued', 'running', 'ready', 'expired', 'failed'] as const;
export type StoredStatus = (typeof EXPORT_STATUSES)[number];

/**
 * Why an export failed: the file store refused, or the last attempt ended before its file was
 * complete.
 */
export type FailureCode = 'storage_unavailable' | 'could_not_finish';
