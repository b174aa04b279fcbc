import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { REGISTRY } from '#app/app.module.js';
import { loadSettings } from '#app/config/settings.js';
import { OutboundHttp } from '#app/core/outbound-http/outbound-http.js';
import type { OutboundRequest } from '#app/core/outbound-http/outbound-request.js';
import { DueListener } from '#app/core/work/due-listener.js';
import { EndpointQueue } from '#app/features/webhooks/delivery/endpoint-queue.js';
import { WebhookSecrets } from '#app/features/webhooks/lookup/webhook-secrets.service.js';
// Sets the process up like the worker's.
import '#app/process.js';
import { WorkerModule } from '#app/worker.module.js';
import { answerOrders } from '../harness/children.ts';

// A worker with a deliberate mistake; without one, it creates secrets for planted webhooks.

const MISTAKES: Readonly<Record<string, () => void>> = {
  /** Ignores all notifications. */
  'polling-only': () => {
    (DueListener.prototype as unknown as { hear: () => void }).hear = () => undefined;
  },
  /** Uses each connection only once. */
  'connection-each': () => {
    const whole = Reflect.get<OutboundHttp, 'request'>(OutboundHttp.prototype, 'request');
    OutboundHttp.prototype.request = async function (this: OutboundHttp, request: OutboundRequest) {
      const one = new OutboundHttp(
        Reflect.get(this, 'options') as ConstructorParameters<typeof OutboundHttp>[0],
      );
      try {
        return await whole.call(one, request);
      } finally {
        await one.onApplicationShutdown();
      }
    };
  },
  /** Treats every receiver as one that answers. */
  'no-rooms': () => {
    EndpointQueue.prototype.availableSlots = () => 8;
    EndpointQueue.prototype.end = () => undefined;
    Reflect.set(EndpointQueue.prototype, 'mostAtOnce', () => Infinity);
  },
};
MISTAKES[process.argv[2] ?? '']?.();

const app = await NestFactory.createApplicationContext(
  WorkerModule.with(loadSettings(REGISTRY.settings.service)),
  { logger: false, abortOnError: false },
);
process.once('SIGTERM', () => process.exit());

interface Mint {
  readonly clientId: string;
  readonly webhookIds: readonly string[];
}

answerOrders(async (order) => {
  const { clientId, webhookIds } = order as unknown as Mint;
  const secrets = app.get(WebhookSecrets, { strict: false });
  const sealed: Buffer[] = [];
  for (const webhookId of webhookIds)
    sealed.push((await secrets.mint({ clientId, dataEnv: 'prod' }, webhookId)).sealed);
  return { sealed };
});
