import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { movedClock } from '../../../tools/dev/processes.ts';
import { aFreePort } from '../../support/ports.js';
import { eventually } from '../../support/eventually.js';
import { useDeliveryBench } from './delivery-bench.js';
import type { Got } from './delivery-bench.js';
import type { Webhook, WebhookFixture } from './webhook-fixture.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const PACKAGE = join(ROOT, 'packages/webhook-verifier');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The programs in one language in a section of the document, as printed. */
function printed(document: string, heading: string, language: string): string[] {
  const section = read(document)
    .split(`${heading}\n`)[1]!
    .split(/\n#{2,3} /)[0]!;
  return [...section.matchAll(/```(\w+)\n(.*?)```/gs)]
    .filter(([, tag]) => tag === language)
    .map(([, , text]) => text!);
}

/** One request to a receiver, and its expected answer. */
interface Case {
  readonly name: string;
  readonly header: string;
  readonly body: string;
  readonly secrets: readonly string[];
  readonly isGenuine: boolean;
}

/**
 * How a program of the guide is run over cases that it reads as JSON, bodies in base64; it writes a
 * list of booleans.
 */
const LANGUAGES = [
  {
    language: 'js',
    command: [process.execPath, '--input-type=module', '-e'],
    around: (guide: string) => `import { readFileSync } from 'node:fs';
${guide}
const cases = JSON.parse(readFileSync(0));
console.log(JSON.stringify(cases.map((it) => isGenuine(it.header, Buffer.from(it.body, 'base64'), it.secrets))));`,
  },
  {
    language: 'python',
    command: ['python3', '-c'],
    around: (guide: string) => `import base64, json, sys
${guide}
cases = json.load(sys.stdin)
print(json.dumps([is_genuine(it["header"], base64.b64decode(it["body"]), it["secrets"]) for it in cases]))`,
  },
  {
    language: 'php',
    command: ['php', '-r'],
    around: (guide: string) => `${guide}
$cases = json_decode(file_get_contents('php://stdin'), true);
echo json_encode(array_map(fn ($it) => is_genuine($it['header'], base64_decode($it['body']), $it['secrets']), $cases));`,
  },
] as const;
// Node runs this test; the other programs run only if the machine has their interpreters.
const RUNNABLE = LANGUAGES.filter(({ command: [program] }) => spawnSync(program, ['--version']).status === 0);

const headerOf = ({ headers }: Got): string => String(headers['x-service-signature']);

/** A signature made by the guide's steps, for any time. */
function signedAt(second: number, secret: string, body: string): string {
  const v1 = createHmac('sha256', secret).update(`${second}.d.call_ended.${body}`).digest('hex');
  return `t=${second},d=d,e=call_ended,v1=${v1}`;
}

// Rules: webhooks 5.1, 5.2, 5.3, 4.2, 4.4.
describe('a receiver that was written from the guide alone', () => {
  let desk: WebhookFixture;
  let webhook: Webhook;
  let rotated: Webhook;
  /** One delivery before the rotation, one in its overlap, one after the overlap was ended. */
  let before: Got;
  let within: Got;
  let after: Got;

  /** The next delivery with this many signatures: workers learn of a rotation within a second. */
  const signedBy = (count: number): Promise<Got> =>
    eventually(async () => {
      bench.got.length = 0;
      await bench.call(desk);
      await eventually(() => expect(bench.got).not.toEqual([]));
      const [got] = bench.got;
      expect(headerOf(got!).match(/v1=/g)).toHaveLength(count);
      return got!;
    }, 200);

  const bench = useDeliveryBench();
  beforeAll(async () => {
    await bench.startWorker();
    ({ desk, webhook } = await bench.aWebhook({ event_types: ['call_ended'] }));
    before = await signedBy(1);
    const rotate = await desk.post(webhook.webhook_id, 'rotate-secret', webhook.revision_hash, {
      previous_secret_valid_seconds: 600,
    });
    rotated = rotate.body as Webhook;
    within = await signedBy(2);
    await desk.post(webhook.webhook_id, 'end-previous-secret', rotated.revision_hash).expect(200);
    after = await signedBy(1);
  });

  function cases(): Case[] {
    const [old, fresh] = [webhook.secret, rotated.secret];
    const now = Math.floor(Date.now() / 1000);
    const taken = (name: string, got: Got, secrets: string[], isGenuine: boolean): Case => ({
      name: `${name} with ${secrets.map((it) => (it === old ? 'old' : 'new')).join(' and ')}`,
      header: headerOf(got),
      body: got.body,
      secrets,
      isGenuine,
    });
    const refused = (name: string, alter: (it: Case) => Partial<Case>): Case => {
      const whole = taken(name, within, [fresh, old], true);
      return { ...whole, ...alter(whole), name, isGenuine: false };
    };
    const altered = (part: 't' | 'd' | 'e', to: string): Case =>
      refused(`an altered ${part}`, ({ header }) => ({
        header: header.replace(new RegExp(`${part}=[^,]*`), `${part}=${to}`),
      }));
    const at = (name: string, second: number, isGenuine: boolean): Case => ({
      name,
      header: signedAt(second, fresh, '{"é":1}'),
      body: '{"é":1}',
      secrets: [fresh],
      isGenuine,
    });
    return [
      taken('before', before, [old], true),
      taken('before', before, [fresh], false),
      taken('before', before, [fresh, old], true),
      taken('within', within, [old], true),
      taken('within', within, [fresh], true),
      taken('within', within, [old, fresh], true),
      taken('after', after, [old], false),
      taken('after', after, [fresh], true),
      taken('after', after, [fresh, old], true),
      altered('t', String(now + 1)),
      altered('t', 'now'),
      altered('t', '²'),
      altered('d', before.headers['x-service-delivery-id'] as string),
      altered('e', 'call_started'),
      refused('an altered body', ({ body }) => ({ body: body.replace('completed', 'missed') })),
      refused('a longer body', ({ body }) => ({ body: `${body} ` })),
      refused('no body', () => ({ body: '' })),
      refused('the signature of another delivery', () => ({ header: headerOf(before) })),
      refused('no secret', () => ({ secrets: [] })),
      refused('a part of the secret', () => ({ secrets: [fresh.slice(0, -1)] })),
      refused('no signature', ({ header }) => ({ header: header.replace(/,v1=.*/, '') })),
      refused('a cut signature', ({ header }) => ({ header: header.replace(/[0-9a-f]{10}(?=,|$)/g, '') })),
      refused('the legacy signature', () => ({ header: String(within.headers['x-webhook-signature-256']) })),
      refused('two times', ({ header }) => ({ header: `t=${now},${header}` })),
      refused('an empty header', () => ({ header: '' })),
      refused('nonsense', () => ({ header: ',=,v1,t=,d,e==' })),
      at('just now', now, true),
      at('four minutes ago', now - 240, true),
      at('in four minutes', now + 240, true),
      at('six minutes ago', now - 360, false),
      at('in six minutes', now + 360, false),
    ];
  }

  it.each(RUNNABLE)(
    'in $language takes old, new and both secrets, and refuses what was altered',
    async ({ language, command: [program, ...args], around }) => {
      const [guide, ...more] = printed('docs/api-guide.md', '### Verifying a delivery', language);
      expect(more).toEqual([]);
      const asked = cases();
      const child = promisify(execFile)(program, [...args, around(guide!)]);
      child.child.stdin!.end(
        JSON.stringify(asked.map((it) => ({ ...it, body: Buffer.from(it.body).toString('base64') }))),
      );
      const answers = JSON.parse((await child).stdout) as boolean[];
      expect(asked.map(({ name }, index) => [name, answers[index]])).toEqual(
        asked.map(({ name, isGenuine }) => [name, isGenuine]),
      );
    },
  );

  // Even without an interpreter: each program contains each step of the guide.
  it.each([
    [
      'js',
      [/createHmac\('sha256', secret\)/, /`\$\{t\[0\]\}\.\$\{d\[0\]\}\.\$\{e\[0\]\}\.`/, /timingSafeEqual/],
    ],
    ['python', [/hmac\.new\(secret\.encode\(\), text, hashlib\.sha256\)/, /hmac\.compare_digest/]],
    [
      'php',
      [/hash_hmac\('sha256', "\$t\.\$d\.\$e\.\$body", \$secret\)/, /hash_equals\(\$expected, \$sent\)/],
    ],
  ] as const)('finds each step of the guide in its %s', (language, steps) => {
    const [guide] = printed('docs/api-guide.md', '### Verifying a delivery', language);
    for (const step of [...steps, /v1/, /tolerance( =|: int =) 300|\$tolerance = 300/, /<=|>/])
      expect(guide).toMatch(step);
  });

  it('in Node with the package, as its README prints it, takes a delivery once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'webhook-receiver-'));
    const home = join(folder, 'node_modules/@telephony-platform/webhook-verifier');
    mkdirSync(home, { recursive: true });
    const compiler = join(ROOT, 'node_modules/typescript-native/bin/tsc');
    execFileSync(process.execPath, [compiler, '-p', PACKAGE, '--outDir', join(home, 'dist')]);
    copyFileSync(join(PACKAGE, 'package.json'), join(home, 'package.json'));
    const [program] = printed('packages/webhook-verifier/README.md', '# Webhook verifier', 'js');
    // The receiver's own work fails the first time.
    const work = [
      'let hasFailed = false;',
      'function work(...words) {',
      "  if (!hasFailed) { hasFailed = true; throw new Error('own work'); }",
      '  console.log(...words);',
      '}',
    ];
    const working = program!.replace('console.log(', 'work(');
    expect(working).not.toBe(program);
    writeFileSync(join(folder, 'receiver.mjs'), [working, ...work].join('\n'));
    const port = await aFreePort();
    const env = { ...movedClock(), PORT: String(port), WEBHOOK_SECRET: rotated.secret };
    const child = spawn(process.execPath, [join(folder, 'receiver.mjs')], { env });
    const ended = new Promise((done) => child.once('close', done));
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const send = async (headers: IncomingHttpHeaders, body: string): Promise<number> => {
      const own = Object.entries(headers).filter(([name]) => name.startsWith('x-'));
      const url = `http://127.0.0.1:${port}/`;
      const sent = Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
      return (await fetch(url, { method: 'POST', headers: sent, body })).status;
    };
    try {
      expect(await eventually(() => send(after.headers, after.body))).toBe(500);
      expect(await send(within.headers, within.body)).toBe(204);
      expect(await send(within.headers, within.body)).toBe(204);
      expect(await send(before.headers, before.body)).toBe(400);
      expect(await send(after.headers, `${after.body} `)).toBe(400);
      await eventually(() => expect(output.match(/^call_ended /gm)).toHaveLength(1));
    } finally {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true });
    }
  });
});
