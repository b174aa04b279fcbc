import type { SaveKnowledgeSourceContentData } from './generated';
import { client } from './generated/client.gen';
import { problemOf } from './problem';

type Content = Pick<SaveKnowledgeSourceContentData, 'path' | 'query' | 'body'> & {
  readonly onProgress: (sentBytes: number) => void;
  readonly signal: AbortSignal;
};

const bodyOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** A refusal as the generated functions throw it, which is also an error. */
function refusalOf(request: XMLHttpRequest): Error {
  const names = ['retry-after', 'x-request-id'] as const;
  const headers = new Headers(names.map((name) => [name, request.getResponseHeader(name) ?? '']));
  return Object.assign(new Error(), problemOf(request.status, headers, bodyOf(request.responseText)));
}

/**
 * Uploads the content of a knowledge source. Unlike the generated function, it reports progress,
 * which fetch cannot.
 */
export function sendSourceContent({ path, query, body, onProgress, signal }: Content): Promise<void> {
  const url = client.buildUrl<SaveKnowledgeSourceContentData>({
    url: '/v1/projects/{project_id}/knowledge/sources/{source_id}/content',
    path,
    query,
    body,
  });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', `/api${url}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => (request.status < 300 ? resolve() : reject(refusalOf(request))));
    for (const end of ['error', 'abort'] as const)
      request.addEventListener(end, () => reject(new Error('no answer')));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}
