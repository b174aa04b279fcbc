import { randomUUID } from 'node:crypto';
import { secretNamesIn } from '#app/features/configuration/rules/sections/secret-ref.js';
import { OWN_SECTIONS } from '#app/features/configuration/sections/section-files.js';
import type { Child } from '../children.ts';
import type { Bench, StartOurs } from '../compare.ts';
import { PROJECT_ID, startPlatform } from '../platform.ts';
import type { Platform } from '../platform.ts';

interface Opening {
  readonly client: Child;
  readonly startOursOn: (platform: Platform) => StartOurs;
  readonly onClose: (undo: () => Promise<void>) => void;
}

/** Set only by the runtime, or only for trial calls. */
const LEFT_OUT = ['testing-overrides'];

/**
 * The platform with a project that has everything: each section as its example says, the secrets
 * that they name, a published version, and a draft on top of it.
 */
export async function openWorkspaceBench({ client, startOursOn, onClose }: Opening): Promise<Bench> {
  const platform = await startPlatform({ onClose });
  const startOurs = startOursOn(platform);
  const ours = await startOurs();
  await plant(platform, ours.port);
  await ours.stop();
  return { platform, client, startOurs };
}

async function plant(platform: Platform, port: number): Promise<void> {
  const send = sender(platform, port);
  const sections: Record<string, object> = Object.fromEntries(
    OWN_SECTIONS.filter(({ name }) => !LEFT_OUT.includes(name)).map(({ name, example }) => [name, example]),
  );
  for (const name of secretNamesIn(sections)) {
    await send('POST', 'secrets', { secret_name: name, value: `${name} of the benchmarks` });
  }
  // Names the current version of its destinations, which it does not have yet.
  const routing = { ...sections['transfer-routing'], customer_destinations_version: 0 };
  await send('PUT', 'draft', { sections: { ...sections, 'transfer-routing': routing } });
  await send('POST', 'publish', {}, await etagOf(send));
  const assistant = { ...sections['assistant'], greeting: 'Good day, this is the practice.' };
  await send('PUT', 'draft', { sections: { assistant } });
}

type Send = (method: string, path: string, body?: object, ifMatch?: string) => Promise<Response>;

const etagOf = async (send: Send): Promise<string> => (await send('GET', 'draft')).headers.get('etag') ?? '';

const sender =
  ({ tokens }: Platform, port: number): Send =>
  async (method, path, body, ifMatch) => {
    const response = await fetch(`http://127.0.0.1:${port}/v1/projects/${PROJECT_ID}/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${tokens[0] ?? ''}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
        ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${(await response.text()).slice(0, 2000)}`);
    return response;
  };
