import { once } from 'node:events';
import { readDemoFile } from './demo-file.ts';
import { loadDevSettings } from './settings.ts';
import { WebhookListener } from './webhooks/webhook-listener.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

// The reader of our output may exit (`| head`): the webhook is deleted nevertheless.
process.stdout.on('error', () => process.kill(process.pid, 'SIGTERM'));

/**
 * `npm run webhook-listen -- [project_id]`: prints the deliveries of a webhook of a demo project
 * until Ctrl-C. It creates the webhook, and deletes it at the end.
 */
async function main(): Promise<void> {
  const { dataDir } = loadDevSettings();
  const demo = readDemoFile(dataDir);
  const stop = new AbortController();
  // npm forwards a Ctrl-C that the terminal has already delivered: the second one is ignored.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  const listener = await WebhookListener.start({ demo, projectId: process.argv[2], print });
  if (!stop.signal.aborted) await once(stop.signal, 'abort');
  await listener.stop();
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
