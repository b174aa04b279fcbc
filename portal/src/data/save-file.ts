import { problemOf } from '../api/problem';

/**
 * Downloads a small file with fetch, so that the page shows a refusal instead of a broken download.
 * `useDownload` is for large files: it shows progress and can be cancelled.
 * @param path of the route, from /v1 on
 * @param fallback the name of the file if the response has none
 */
export async function saveFile(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  fallback: string,
): Promise<null> {
  const named = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const answer = await fetch(`/api${path}?${new URLSearchParams(named).toString()}`, {
    credentials: 'same-origin',
  });
  if (!answer.ok) {
    const body: unknown = await answer.json().catch(() => null);
    throw problemOf(answer.status, answer.headers, body);
  }
  const disposition = answer.headers.get('content-disposition') ?? '';
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  const [, plain = fallback] = /filename="([^"]+)"/.exec(disposition) ?? [];
  const name = encoded === undefined ? plain : decodeURIComponent(encoded);
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
  return null;
}
