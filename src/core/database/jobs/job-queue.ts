import { Injectable } from '@nestjs/common';
import { PgBoss, type Queue } from 'pg-boss';
import { assertBelongs, type WorkKind, type WorkOptions } from '../../shared/work-kind.js';

export const JOBS_SCHEMA = 'jobs';

/** The queue whose jobs run `plan` of the kind's handler; the kind's schedule sends them. */
export const plannerOf = (kind: WorkKind<object>): string => `${kind.name}.plan`;

/** The queue of the kind's jobs whose attempts are used up. */
export const deadLetterQueueOf = (kind: WorkKind<object>): string => `${kind.name}.given-up`;

/**
 * The queues of a kind; a queue that another one refers to comes first. Handlers are idempotent:
 * the job of a lost worker runs again.
 */
export function queuesOf(kind: WorkKind<object>): readonly Queue[] {
  const options = {
    retryLimit: kind.retries,
    retryDelay: Math.ceil(kind.firstDelayMs / 1000),
    retryBackoff: true,
    expireInSeconds: Math.ceil(kind.leaseMs / 1000),
    // Wakes a listening worker at the commit instead of at its next poll.
    notify: true,
  };
  const own = [kind.name, plannerOf(kind)].map((name) => ({ name, ...options }));
  if (!kind.givesUp) return own;
  const deadLetter = deadLetterQueueOf(kind);
  // PostgreSQL itself moves jobs there without notification, so workers of these queues poll.
  return [
    { ...options, name: deadLetter, notify: false },
    ...own.map((it) => (it.name === kind.name ? { ...it, deadLetter } : it)),
  ];
}

type ExecuteSql = (text: string, values?: unknown[]) => Promise<unknown[]>;

/** How the queue accesses its own tables, over connections of the metadata store. */
export abstract class QueueSql {
  abstract execute(text: string, values?: unknown[]): Promise<unknown[]>;
}

/** The sending half of the queue: a job row commits with the change that requires it. */
@Injectable()
export class JobQueue {
  constructor(private readonly boss: PgBoss) {}

  async enqueue<P extends object>(
    kind: WorkKind<P>,
    payload: P,
    { key, notBefore }: WorkOptions,
    execute: ExecuteSql,
  ): Promise<void> {
    assertBelongs(kind, 'metadata');
    await this.boss.send(kind.name, payload, {
      ...(key === undefined ? {} : { singletonKey: key }),
      ...(notBefore === undefined ? {} : { startAfter: notBefore }),
      db: { executeSql: async (text, values) => ({ rows: await execute(text, values) }) },
    });
  }
}
