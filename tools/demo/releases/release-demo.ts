import { configureAssistants } from '../assistants/configure-assistants.ts';
import { configureWorkspace, deskKeys } from '../configure.ts';
import { unlessRefused } from '../sender.ts';
import type { DemoApiKeySecret } from '../types.ts';
import type { PastService } from './past-service.ts';
import { improveClinicLine, stageAfterHours } from './staged-versions.ts';

/**
 * Publishes the versions that served the calls of the history, each in its time. It completes an
 * interrupted start, and keeps people's later releases.
 * @param tell called for each project that was refused
 */
export async function releaseDemo(
  service: Omit<PastService, 'app' | 'close'>,
  apiKeys: readonly DemoApiKeySecret[],
  now: Date,
  tell: (line: string) => void,
): Promise<void> {
  const { baseUrl, goBack } = service;
  const prepare = (part: () => Promise<void>) =>
    unlessRefused(part, tell).finally(() => {
      goBack(0);
    });
  await prepare(() => configureWorkspace({ baseUrl, keyOf: deskKeys(apiKeys), goBack, now }));
  await prepare(() => configureAssistants(baseUrl, apiKeys, tell, goBack));
  await prepare(() => improveClinicLine(service, apiKeys, now));
  await prepare(() => stageAfterHours(service, apiKeys, now));
}
