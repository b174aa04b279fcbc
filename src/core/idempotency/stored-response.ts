import { openField, sealedKeyId, sealField, type FieldAddress } from '../privacy/keys/field-cipher.js';
import type { TenantKey } from '../privacy/keys/tenant-keys.js';
import { SEALED_TEXT } from '../registry/sealed-table.js';
import type { KeptAnswer, RecordKey, StoredResponse } from '../database/unit-of-work/reservation.js';

/** A response contains what its request saved, so it can be opened only for this request. */
export const placeOfAnswer = ({ clientId, dataEnv, operation, keyHash, actor }: RecordKey): FieldAddress => ({
  clientId,
  dataEnv,
  table: 'idempotency_records',
  column: 'response_body',
  row: JSON.stringify([operation, keyHash.toString('hex'), actor]),
});

/**
 * A response in the form of its record, sealed with its headers: an etag may be a hash of values in
 * the body.
 * @param sealing null: it is stored in plain text
 */
export function keptAnswer(key: RecordKey, answer: StoredResponse, sealing: TenantKey | null): KeptAnswer {
  const { status, headers, body } = answer;
  if (!sealing) return { response_status: status, response_headers: { ...headers }, response_body: body };
  const sealed = sealField(sealing, placeOfAnswer(key), JSON.stringify([headers, body])).toString('base64');
  return { response_status: status, response_headers: {}, response_body: SEALED_TEXT + sealed };
}

/**
 * The stored response, plain or sealed.
 * @param keyOf finds the key with an id
 * @throws DecryptionError if it belongs to another record, KeyUnavailableError (503)
 */
export async function openedAnswer(
  key: RecordKey,
  kept: KeptAnswer,
  keyOf: (keyId: string) => Promise<TenantKey>,
): Promise<StoredResponse> {
  const { response_status: status, response_headers: headers, response_body: body } = kept;
  if (!body.startsWith(SEALED_TEXT)) return { status, headers, body };
  const sealed = Buffer.from(body.slice(SEALED_TEXT.length), 'base64');
  const opened = openField(await keyOf(sealedKeyId(sealed)), placeOfAnswer(key), sealed);
  const [ownHeaders, ownBody] = JSON.parse(opened) as [Record<string, string>, string];
  return { status, headers: ownHeaders, body: ownBody };
}
