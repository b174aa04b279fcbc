import { createCipheriv, createHmac, generateKeySync, randomFillSync, randomUUID } from 'node:crypto';
import Papa from 'papaparse';
import { Client, Query } from 'pg';
import { CONTACT_COLUMNS, contactsOf, csvOf, jsonOf, PERSONALIZED } from '../harness/contacts.ts';
import type { BenchContact } from '../harness/contacts.ts';
import { answerOrders } from '../harness/children.ts';

// The floor of P8: one JSON.parse, or one run of Papa Parse, the same fields sealed and hashed, and
// COPY of the same rows into a table with the same keys and indexes. No HTTP, no checks, no
// look-ups, no counts, no row-level security.

const TENANT = ['client-1', 'prod'] as const;

const TABLES = [
  'DROP SCHEMA IF EXISTS floor CASCADE',
  'CREATE SCHEMA floor',
  'CREATE TABLE floor.campaign_contacts (LIKE public.campaign_contacts INCLUDING ALL)',
];

const COLUMNS = [
  ...[
    'client_id',
    'data_env',
    'campaign_id',
    'contact_id',
    'external_contact_id',
    'phone_hash',
    'phone_hash_key_id',
  ],
  ...['phone_encrypted', 'masked_phone', 'is_callable', 'recipient_timezone', 'recipient_country'],
  ...[
    'recipient_subdivision',
    'registry_status',
    'registry_checked_at',
    'registry_valid_until',
    'consent_type',
  ],
  ...['consent_source', 'consent_given_at', 'consent_evidence_encrypted', 'personalization_encrypted'],
  ...['personalization_hash', 'created_at', 'updated_at'],
].join(', ');

type Cell = string | boolean | Buffer;

/** pg's own query class, which answers the server's request for data with the rows. */
class CopyIn extends Query {
  private payload: Buffer = Buffer.alloc(0);

  static run(client: Client, target: string, rows: readonly (readonly Cell[])[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const finish = (error?: Error | null): void => (error ? reject(error) : resolve());
      const query: CopyIn = new CopyIn({ text: `COPY ${target} FROM STDIN` }, finish);
      query.payload = Buffer.from(rows.map(lineOf).join(''));
      client.query(query);
    });
  }

  handleCopyInResponse(connection: { sendCopyFromChunk(rows: Buffer): void; endCopyFrom(): void }): void {
    connection.sendCopyFromChunk(this.payload);
    connection.endCopyFrom();
  }
}

// The benchmark's texts contain no tab, newline or backslash, so nothing needs escaping.
const lineOf = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => (Buffer.isBuffer(cell) ? `\\\\x${cell.toString('hex')}` : String(cell))).join('\t')}\n`;

const encryptionKey = generateKeySync('aes', { length: 256 });
const matchingKey = generateKeySync('hmac', { length: 256 });
const hashed = (text: string): Buffer => createHmac('sha256', matchingKey).update(text).digest();

function seal(place: string, text: string): Buffer {
  const nonce = randomFillSync(Buffer.allocUnsafe(12));
  const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce);
  cipher.setAAD(Buffer.from(place));
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

function rowOf(campaignId: string, contact: BenchContact, now: string): Cell[] {
  const contactId = randomUUID();
  const sealed = (column: string, text: string): Buffer =>
    seal(`${TENANT.join('|')}|campaign_contacts|${column}|${contactId}`, text);
  const values = JSON.stringify(Object.fromEntries(PERSONALIZED.map((key) => [key, contact[key]])));
  return [
    ...[
      ...TENANT,
      campaignId,
      contactId,
      contact.external_contact_id,
      hashed(contact.to_number),
      'floor-key',
    ],
    ...[sealed('phone_encrypted', contact.to_number), `+61 *** *** ${contact.to_number.slice(-3)}`, true],
    ...[contact.recipient_timezone, contact.recipient_country, contact.recipient_subdivision],
    ...[contact.registry_status, contact.registry_checked_at_utc, contact.registry_valid_until_utc],
    ...[contact.consent_type, contact.consent_source, contact.consent_given_at_utc],
    sealed('consent_evidence_encrypted', contact.consent_evidence_reference),
    ...[sealed('personalization_encrypted', values), hashed(`${contactId}${values}`), now, now],
  ];
}

const READERS: Readonly<Record<string, (text: string) => readonly BenchContact[]>> = {
  json: (text) => (JSON.parse(text) as { contacts: BenchContact[] }).contacts,
  csv: (text) => {
    const [header = [], ...rows] = Papa.parse(text.trimEnd(), { delimiter: ',' }).data;
    return rows.map(
      (cells) => Object.fromEntries(header.map((name, at) => [name, cells[at]])) as BenchContact,
    );
  },
};

const client = new Client({ connectionString: process.argv[2] });
await client.connect();
for (const statement of TABLES) await client.query(statement);
const contacts = contactsOf(Number(process.argv[3]));
const texts: Readonly<Record<string, string>> = { json: jsonOf(contacts), csv: csvOf(contacts) };
if (contacts[0] && Object.keys(contacts[0]).join() !== CONTACT_COLUMNS.join())
  throw new Error('The columns differ.');
answerOrders(async ({ format }) => {
  const text = texts[String(format)] ?? '';
  const campaignId = randomUUID();
  const started = performance.now();
  const read = READERS[String(format)]?.(text) ?? [];
  const now = new Date().toISOString();
  const rows = read.map((contact) => rowOf(campaignId, contact, now));
  await client.query('BEGIN');
  await CopyIn.run(client, `floor.campaign_contacts (${COLUMNS})`, rows);
  await client.query('COMMIT');
  return { seconds: (performance.now() - started) / 1000 };
});
