import { sealField } from '../../src/core/privacy/keys/field-cipher.js';
import { TenantKeys } from '../../src/core/privacy/keys/tenant-keys.js';
import type { TestApp } from './app.js';
import type { TestTenant } from './builders.js';
import { withClient } from './databases.js';

/** The sealed columns of a call. */
export const SEALED_COLUMNS = [
  'caller_number_encrypted',
  'caller_name_encrypted',
  'transfer_encrypted',
  'summary_encrypted',
  'transcript_encrypted',
  'redacted_transcript_encrypted',
] as const;
export type SealedColumn = (typeof SEALED_COLUMNS)[number];

/** One sealed content of one call. */
export interface SealedPlace {
  readonly tenant: TestTenant;
  readonly callId: string;
  readonly column: SealedColumn;
}

/** Runs any statement on the first tenant store, as a superuser. */
export const onStore = (test: TestApp, text: string, values: unknown[] = []): Promise<unknown> =>
  withClient(test.databases.superuser.storeUrls.get('store-a')!, (client) => client.query(text, values));

const overwrite = (
  test: TestApp,
  { tenant, callId, column }: SealedPlace,
  value: string,
  ...values: unknown[]
) =>
  onStore(
    test,
    `UPDATE call_contents SET ${column} = ${value} WHERE client_id = $1 AND data_env = $2 AND call_id = $3`,
    [tenant.clientId, tenant.dataEnv, callId, ...values],
  );

const copied = (column: string): string =>
  `(SELECT from_.${column} FROM call_contents from_
     WHERE from_.client_id = $1 AND from_.data_env = $2 AND from_.call_id = $4)`;

/**
 * Seals a text in its right place with the tenant's own key: what opens, and is not what ingest
 * would write.
 */
export async function reseal(test: TestApp, place: SealedPlace, text: string): Promise<void> {
  const { tenant, callId, column } = place;
  const key = await test.app.get(TenantKeys).current(tenant, 'encryption');
  const address = { ...tenant, table: 'call_contents', column, row: callId };
  await overwrite(test, place, '$4', sealField(key, address, text));
}

/** Ways to damage sealed content. `donor` is another complete call of the tenant. */
export const SEAL_FAULTS: readonly (readonly [
  name: string,
  spoil: (test: TestApp, place: SealedPlace, donor: string) => Promise<unknown>,
])[] = [
  [
    'has one byte changed',
    (test, place) => {
      const { column } = place;
      const last = `octet_length(${column}) - 1`;
      return overwrite(test, place, `set_byte(${column}, ${last}, get_byte(${column}, ${last}) # 1)`);
    },
  ],
  ['was cut off', (test, place) => overwrite(test, place, `substr(${place.column}, 1, 20)`)],
  ['has no bytes', (test, place) => overwrite(test, place, `''::bytea`)],
  ['came from another call', (test, place, donor) => overwrite(test, place, copied(place.column), donor)],
  [
    'came from another field',
    (test, place) => {
      const other = SEALED_COLUMNS.find((column) => column !== place.column)!;
      return overwrite(test, place, copied(other), place.callId);
    },
  ],
  ['names a key that is gone', (test, place) => overwrite(test, place, `set_byte(${place.column}, 2, 33)`)],
  [
    'stands there in clear',
    (test, place) => overwrite(test, place, '$4', Buffer.from('{"text":"my tortoise, +61491570156"}')),
  ],
];
