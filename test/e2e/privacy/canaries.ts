import { withClient } from '../../support/databases.js';

/**
 * Personal data and secrets that must not appear anywhere; each is unlike anything else in the
 * system.
 */
export const CANARIES = {
  phone: '+61491570156',
  secondPhone: '+61491570157',
  name: 'Zoe Quixwood',
  email: 'zoe.quixwood@example.com',
  transcript: 'my tortoise Bartholomew ate the invoice',
  summary: 'Caller wept about the tortoise',
  target: 'Dr Ignatius Vellum',
} as const;

/** Parts that reveal a canary even if it was split, shortened or written in another case. */
const TRACES: readonly string[] = [
  '491570156',
  '491570157',
  '0491 570 156',
  'quixwood',
  'bartholomew',
  'tortoise',
  'vellum',
];

/**
 * Personal data of a project's configuration. No other test file may use these: their traces are
 * looked for in the write-ahead log, which all files of a run share.
 */
export const CONFIGURATION_CANARIES = {
  transferNumber: '+61491570313',
  testNumber: '+61491570737',
  callerId: '+61491570110',
  inboundNumber: '+61491571804',
  sipUri: 'sip:zibblewick.desk@pbx.example.com;transport=tls',
  sipUser: 'zibblewick-trunk',
  person: 'Dr Amadea Zibblewick',
  recipient: 'amadea.zibblewick@example.com',
  replyTo: 'zibblewick.office@example.com',
  recipientLabel: 'Zibblewick, front office',
  keyword: 'Zibblewick Method',
  setting: 'ask for Zibblewick',
  fact: 'run by Zibblewick',
  description: 'The line of the Zibblewick practice.',
} as const;

/**
 * Fragments that identify them, however the text was cut or written; each canary contains one of
 * these.
 */
export const CONFIGURATION_TRACES: readonly string[] = [
  '491570313',
  '491570737',
  '491570110',
  '491571804',
  'zibblewick',
];

const asHex = (text: string): string => Buffer.from(text, 'utf8').toString('hex');
const asBase64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64').slice(2, -4);

/**
 * The traces found in a text, plain or encoded.
 * @param secrets keys and tokens of this run
 */
export function tracesIn(text: string, secrets: readonly string[] = []): string[] {
  const haystack = text.toLowerCase();
  const words = [...TRACES, ...secrets];
  const found = words.filter(
    (word) => haystack.includes(word.toLowerCase()) || haystack.includes(asHex(word)),
  );
  const encoded = [...Object.values(CANARIES), ...secrets].filter(
    (word) =>
      text.includes(asBase64(word)) ||
      text.includes(encodeURIComponent(word)) ||
      haystack.includes(asHex(word)),
  );
  return [...new Set([...found, ...encoded])];
}

/** Everything in a database: all schemas and all columns, binary ones in hexadecimal. */
export async function dumpOf(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const parts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ line: string }>(`SELECT t::text AS line FROM ${name} t`);
      parts.push(name, ...rows.map((row) => row.line));
    }
    return parts.join('\n');
  });
}
