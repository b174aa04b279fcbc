import type { NestExpressApplication } from '@nestjs/platform-express';
import { Between, DataSource, EntitySchema } from 'typeorm';
import type { ColumnType, EntitySchemaColumnOptions } from 'typeorm';
import { SETTINGS } from '#app/config/settings.js';
import type { Settings } from '#app/config/settings.js';
import type { AuthContext } from '#app/core/shared/auth-context.js';
import { IngestService } from '#app/features/calls/ingest/ingest.service.js';
import type { CallListRequest } from '#app/features/calls/list/list.request.js';
import { CallListService } from '#app/features/calls/list/list.service.js';
import { toCallRow } from '#app/features/call-records/rules/call-row.js';
import type { CallRowRecord } from '#app/features/call-records/rules/call-row.js';

/** All columns of `calls`, as an entity has them, because find() reads all of them. */
interface StoredCall extends Omit<CallRowRecord, 'started_at_utc' | 'ended_at_utc'> {
  readonly client_id: string;
  readonly data_env: string;
  readonly started_at_utc: Date;
  readonly ended_at_utc: Date | null;
}
const TEXTS = [
  ...[
    'client_id',
    'data_env',
    'call_id',
    'project_id',
    'solution_id',
    'campaign_id',
    'contact_id',
    'direction',
  ],
  ...['channel', 'call_status', 'status_detail', 'caller_masked', 'caller_hash_key_id', 'agent_name'],
  ...[
    'resolution_status',
    'end_reason',
    'sentiment',
    'caller_sentiment',
    'transfer_last_outcome',
    'currency',
  ],
  ...['provider_label', 'redaction_status', 'consent_status', 'consent_method'],
];
const INSTANTS = [
  ...[
    'started_at_utc',
    'answered_at_utc',
    'ended_at_utc',
    'consent_obtained_at_utc',
    'consent_expires_at_utc',
  ],
  ...['consent_withdrawn_at_utc', 'ingested_at', 'updated_at'],
];
const NUMBERS = ['duration_seconds', 'cost_usd', 'cost_local', 'ai_response_seconds'];
const FLAGS = [
  ...['human_escalation', 'transfer_named_target', 'transfer_completed', 'booking_created'],
  ...['transcript_available', 'recording_available'],
];

const columns = (names: readonly string[], type: ColumnType): [string, EntitySchemaColumnOptions][] =>
  names.map((name) => [name, { type, nullable: true, primary: name === 'call_id' }]);

const CALL_ENTITY = new EntitySchema<StoredCall>({
  name: 'calls',
  columns: Object.fromEntries([
    ...columns(TEXTS, 'text'),
    ...columns(INSTANTS, 'timestamptz'),
    ...columns(NUMBERS, 'numeric'),
    ...columns(FLAGS, 'boolean'),
    ...columns(['revision'], 'integer'),
    ...columns(['caller_hash'], 'bytea'),
  ]),
});

/** Outcome and reason are not even computed. */
const asRow = (call: StoredCall): CallRowRecord => ({
  ...call,
  outcome: 'unclassified',
  disconnection_reason: 'unknown',
  started_at_utc: call.started_at_utc.toISOString(),
  ended_at_utc: call.ended_at_utc?.toISOString() ?? null,
});

/** Mistakes in lists and batches of calls. */
export const CALL_MISTAKES: Readonly<Record<string, (app: NestExpressApplication) => void>> = {
  'list-by-find': (app) => {
    const url = app.get<Settings>(SETTINGS).tenantStores.urls.get('store-a') ?? '';
    const store = new DataSource({ type: 'postgres', url, entities: [CALL_ENTITY] });
    app.get(CallListService).list = async (auth: AuthContext, request: CallListRequest) => {
      if (!store.isInitialized) await store.initialize();
      const calls = await store.transaction(async (manager) => {
        const binding = `SELECT set_config('app.client_id', $1, true), set_config('app.data_env', $2, true)`;
        await manager.query(binding, [auth.clientId, auth.dataEnv]);
        return manager.find<StoredCall>(CALL_ENTITY, {
          where: {
            client_id: auth.clientId,
            data_env: auth.dataEnv,
            project_id: request.project_id ?? '',
            started_at_utc: Between(
              new Date(`${request.start_date}T00:00:00Z`),
              new Date(`${request.end_date}T23:59:59.999Z`),
            ),
          },
          order: { started_at_utc: 'DESC', call_id: 'DESC' },
          take: request.page_size,
        });
      });
      const context = { projectName: null, keepsTranscript: true, detailAvailable: true };
      const pagination = { page: 1, page_size: request.page_size, total_records: null, total_pages: null };
      return { items: calls.map((call) => toCallRow(asRow(call), context)), pagination };
    };
  },

  'list-by-offset': (app) => {
    const service = app.get(CallListService);
    const whole = service.list.bind(service);
    const pages = new Map<string, number>();
    service.list = async (auth: AuthContext, request: CallListRequest) => {
      const { cursor, ...rest } = request;
      const page = cursor === undefined ? request.page : (pages.get(cursor) ?? 1);
      const answer = await whole(auth, { ...rest, page });
      if (answer.next_cursor !== undefined) pages.set(answer.next_cursor, page + 1);
      return answer;
    };
  },

  'row-by-row': (app) => {
    const service = app.get(IngestService);
    const whole = service.ingest.bind(service);
    service.ingest = async (auth: AuthContext, records: readonly unknown[]) => {
      const sum = { accepted: 0, updated: 0, unchanged: 0, rejected: 0, errors: [], warnings: [] };
      for (const record of records) {
        const one = await whole(auth, [record]);
        sum.accepted += one.accepted;
      }
      return sum;
    };
  },
};
