import { Global, Module, OnApplicationShutdown } from '@nestjs/common';
import { PgBoss } from 'pg-boss';
import { retryAtStart } from '../driver/retry-at-start.js';
import { JobQueue, JOBS_SCHEMA, QueueSql } from './job-queue.js';

@Global()
@Module({
  providers: [
    {
      provide: PgBoss,
      inject: [QueueSql],
      useFactory: async (sql: QueueSql): Promise<PgBoss> => {
        const boss = new PgBoss({
          schema: JOBS_SCHEMA,
          // `migrate` creates the tables; the worker does maintenance and schedules.
          migrate: false,
          supervise: false,
          schedule: false,
          db: { executeSql: async (text, values) => ({ rows: await sql.execute(text, values) }) },
        });
        // Sending a job throws the same failure, so it need not be handled here too.
        boss.on('error', () => undefined);
        await retryAtStart.execute(() => boss.start());
        return boss;
      },
    },
    JobQueue,
  ],
  exports: [JobQueue],
})
export class JobsModule implements OnApplicationShutdown {
  constructor(private readonly boss: PgBoss) {}

  async onApplicationShutdown(): Promise<void> {
    await this.boss.stop({ graceful: false, close: false });
  }
}
