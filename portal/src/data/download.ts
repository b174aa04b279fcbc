import { useCallback, useEffect, useRef, useState } from 'react';
import { asProblem, type Problem } from '../api/problem';

type DownloadState =
  | { readonly kind: 'idle' | 'empty' | 'saved' | 'broken' }
  | { readonly kind: 'running'; readonly bytes: number }
  | { readonly kind: 'refused'; readonly problem: Problem };

export interface Download {
  readonly state: DownloadState;
  /** Starts a download; while one is in progress, a second press does nothing. */
  readonly start: (ask: (signal: AbortSignal) => Promise<{ readonly response: Response }>) => Promise<void>;
  readonly cancel: () => void;
}

/** Downloads a file of a route with progress, then saves it. Leaving the page cancels it. */
export function useDownload(): Download {
  const [state, setState] = useState<DownloadState>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = useCallback<Download['start']>(async (ask) => {
    if (running.current) return;
    const abort = new AbortController();
    running.current = abort;
    setState({ kind: 'running', bytes: 0 });
    let hasBegun = false;
    try {
      const { response } = await ask(abort.signal);
      hasBegun = true;
      setState({ kind: await saveAnswer(response, (bytes) => setState({ kind: 'running', bytes })) });
    } catch (error) {
      if (abort.signal.aborted) setState({ kind: 'idle' });
      else setState(hasBegun ? { kind: 'broken' } : { kind: 'refused', problem: asProblem(error) });
    } finally {
      running.current = null;
    }
  }, []);
  const cancel = useCallback(() => running.current?.abort(), []);
  return { state, start, cancel };
}

/**
 * Saves the file of a response. A file is never JSON: with JSON a route says that there is nothing
 * to export (calls-export 8.2).
 */
export async function saveAnswer(
  response: Response,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<'empty' | 'saved'> {
  if (response.headers.get('content-type')?.startsWith('application/json')) return 'empty';
  save(await read(response, onBytes), nameOf(response));
  return 'saved';
}

async function read(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const reader = response.body!.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    onBytes((bytes += part.value.length));
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

const nameOf = (response: Response): string =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'download';

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
