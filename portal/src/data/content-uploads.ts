import { useSyncExternalStore } from 'react';
import { asProblem, type Problem } from '../api/problem';
import { sendSourceContent } from '../api/send-content';
import { queries } from './queries';

interface Destination {
  readonly clientId: string;
  readonly projectId: string;
  readonly sourceId: string;
}

/** The content of a knowledge source on its way. It goes on while the person looks at other pages. */
export interface ContentUpload extends Destination {
  readonly title: string;
  readonly content: Blob;
  readonly sentBytes: number;
  /** Why it failed; undefined while it is being sent. */
  readonly problem?: Problem;
}

let uploads: readonly ContentUpload[] = [];
const listeners = new Set<() => void>();
const running = new Map<string, AbortController>();

function replace(next: readonly ContentUpload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The contents that are on their way, of all projects. */
export const useContentUploads = (): readonly ContentUpload[] =>
  useSyncExternalStore(subscribe, () => uploads);

const without = (id: string): readonly ContentUpload[] => uploads.filter(({ sourceId }) => sourceId !== id);

const change = (id: string, more: Partial<ContentUpload>): void =>
  replace(uploads.map((it) => (it.sourceId === id ? { ...it, ...more } : it)));

/** Stops an upload. The source stays as it was. */
export function stopContentUpload(sourceId: string): void {
  running.get(sourceId)?.abort();
  replace(without(sourceId));
}

/** Uploads the content of a source, in place of one that is on its way. */
export async function uploadContent(to: Destination, title: string, content: Blob): Promise<void> {
  const { clientId, projectId, sourceId } = to;
  stopContentUpload(sourceId);
  const abort = new AbortController();
  running.set(sourceId, abort);
  replace([...uploads, { clientId, projectId, sourceId, title, content, sentBytes: 0 }]);
  try {
    await sendSourceContent({
      path: { project_id: projectId, source_id: sourceId },
      query: { client_id: clientId },
      body: content,
      onProgress: (sentBytes) => change(sourceId, { sentBytes }),
      signal: abort.signal,
    });
    replace(without(sourceId));
  } catch (error) {
    if (!abort.signal.aborted) change(sourceId, { problem: asProblem(error) });
  } finally {
    if (running.get(sourceId) === abort) running.delete(sourceId);
    await queries.invalidateQueries({ queryKey: [{ _id: 'listKnowledgeSources' }] });
  }
}
