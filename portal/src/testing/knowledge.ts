import { vi } from 'vitest';
import type { KnowledgeBuildItem, KnowledgeSource } from '../api/generated';
import { aSession } from './show';

export const READING = [
  'getKnowledgeSourceContent',
  'listKnowledgeSources',
  'listKnowledgeBuilds',
  'getKnowledgeBuild',
  'previewKnowledge',
  'listKnowledgeGaps',
] as const;
const CHANGING = [
  'createKnowledgeSource',
  'changeKnowledgeSource',
  'deleteKnowledgeSource',
  'saveKnowledgeSourceContent',
  'requestKnowledgeRefresh',
  'requestKnowledgeBuild',
  'cancelKnowledgeBuild',
  'getDraft',
  'replaceDraft',
  'getVersion',
  'listVersions',
  'getStagedRelease',
] as const;

export const reader = aSession({ 'client-a': 'client_manager' }, READING);
export const writer = aSession({ 'client-a': 'partner_admin' }, [...READING, ...CHANGING]);
export const KEY = { path: { project_id: 'desk' }, query: { client_id: 'client-a' } };

const AT = '2026-11-20T10:00:00.000Z';

export const aSource = (source_id: string, more: Partial<KnowledgeSource> = {}): KnowledgeSource => ({
  source_id,
  kind: 'file',
  title: `Title of ${source_id}`,
  url: null,
  language: 'en-AU',
  status: 'ready',
  failure_code: null,
  media_type: 'application/pdf',
  bytes: 48_213,
  text_bytes: 12_045,
  content_hash: 'hash',
  fetched_at_utc: AT,
  refresh: 'none',
  findings: [],
  in_builds: true,
  text_is_open: more.in_builds ?? true,
  etag: `etag-${source_id}`,
  created_at_utc: AT,
  updated_at_utc: AT,
  ...more,
});

export const aBuild = (build_id: string, more: Partial<KnowledgeBuildItem> = {}): KnowledgeBuildItem => ({
  build_id,
  state: 'ready',
  content_hash: `hash-${build_id}`,
  source_count: 3,
  chunks: 120,
  changes: { added: [], changed: [], removed: [] },
  failures: [],
  requested_at_utc: AT,
  requested_by: 'person',
  started_at_utc: AT,
  ended_at_utc: AT,
  ...more,
});

/** An upload that a test answers. */
export interface HeldUpload {
  readonly address: string;
  readonly content: Blob;
  readonly progress: (bytes: number) => void;
  readonly answer: (status: number, body?: object) => void;
  readonly isStopped: () => boolean;
}

/** Intercepts the page's uploads, which do not use fetch. */
export function holdUploads(): readonly HeldUpload[] {
  const held: HeldUpload[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      readonly upload = new EventTarget();
      status = 0;
      responseText = '';
      private address = '';
      open(method: string, address: string): void {
        this.address = `${method} ${address}`;
      }
      setRequestHeader(): void {}
      getResponseHeader(): null {
        return null;
      }
      abort(): void {
        this.dispatchEvent(new Event('abort'));
      }
      send(content: Blob): void {
        let isStopped = false;
        this.addEventListener('abort', () => (isStopped = true));
        held.push({
          address: this.address,
          content,
          progress: (loaded) => this.upload.dispatchEvent(new ProgressEvent('progress', { loaded })),
          answer: (status, body = {}) => {
            this.status = status;
            this.responseText = JSON.stringify(body);
            this.dispatchEvent(new Event('load'));
          },
          isStopped: () => isStopped,
        });
      }
    },
  );
  return held;
}
