import { createHash } from 'node:crypto';
import { NUMBER_NAMES, WEBHOOK_NUMBERS, type NumberColumns } from './webhook-numbers.js';

export interface Configuration extends NumberColumns {
  readonly projectId: string;
  readonly endpointUrl: string;
  readonly eventTypes: readonly string[];
  readonly transcriptToSend: string;
}

const digest = (content: unknown, length: number): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, length);

/**
 * The value that guards of writes compare (webhooks 3.1). It covers only the configuration, so that
 * no delivery makes a change stale. The number distinguishes states that look equal: before and
 * after a rotation, or a change that was reverted.
 */
export const revisionHash = (revision: number, it: Configuration): string =>
  `r${revision}-${digest(
    [
      it.projectId,
      it.endpointUrl,
      it.eventTypes,
      it.transcriptToSend,
      ...NUMBER_NAMES.map((name) => it[WEBHOOK_NUMBERS[name].column]),
    ],
    16,
  )}`;

export interface Member extends Configuration {
  readonly webhookId: string;
  readonly revision: number;
}

/** The combined revision of a project's webhooks, even without any (webhooks 3.2). */
export const collectionRevision = (projectId: string, members: readonly Member[]): string =>
  digest(
    [projectId, ...members.map((it) => `${it.webhookId} ${revisionHash(it.revision, it)}`).toSorted()],
    24,
  );
