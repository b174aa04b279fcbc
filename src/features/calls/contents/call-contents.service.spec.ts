import { createSecretKey, randomBytes } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemContext } from '../../../core/shared/auth-context.js';
import type { Tenant } from '../../../core/shared/auth-context.js';
import { KeyProviders } from '../../../core/privacy/providers/key-providers.js';
import { sealField } from '../../../core/privacy/keys/field-cipher.js';
import type { KeyProvider } from '../../../core/privacy/providers/key-provider.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import type { TenantKey, TenantKeyStore } from '../../../core/privacy/keys/tenant-keys.js';
import { Clock } from '../../../core/time/clock.js';
import { CallContents } from './call-contents.service.js';
import { addressOf } from './sealed-contents.js';
import type { SealedContents } from './sealed-contents.js';

const tenant: Tenant = { clientId: 'acme', dataEnv: 'prod' };
const auth = systemContext(tenant, 'test');

const bytes = randomBytes(32);
const key: TenantKey = { keyId: 'key-1', key: createSecretKey(bytes) };
const otherKey: TenantKey = { keyId: 'key-1', key: createSecretKey(randomBytes(32)) };
const lostKey: TenantKey = { keyId: 'key-lost', key: createSecretKey(randomBytes(32)) };

// The tenant's only key, in plain text: its wrapping is tested elsewhere.
const provider: KeyProvider = {
  id: 'plain',
  wrap: async (plaintext) => Buffer.from(plaintext),
  unwrap: async (wrapped) => Buffer.from(wrapped),
  selfCheck: async () => undefined,
};

const LINES = [{ role: 'caller', text: 'my verse is plain', offset_ms: 40 }];
const TRANSFER = {
  last_outcome: 'completed',
  attempts: [
    { kind: 'transfer', target_name: 'Ward', outcome: 'completed', at_utc: '2026-10-10T01:01:00.000Z' },
  ],
};

const seal = (
  column: keyof SealedContents,
  content: unknown,
  at: { key?: TenantKey; callId?: string; tenant?: Tenant } = {},
): Buffer =>
  sealField(
    at.key ?? key,
    addressOf(at.tenant ?? tenant, at.callId ?? 'call-1', column),
    typeof content === 'string' ? content : JSON.stringify(content),
  );

const sound = (): { call_id: string } & SealedContents => ({
  call_id: 'call-1',
  caller_number_encrypted: seal('caller_number_encrypted', '+61491570006'),
  caller_name_encrypted: seal('caller_name_encrypted', 'Robin'),
  transfer_encrypted: seal('transfer_encrypted', TRANSFER),
  summary_encrypted: seal('summary_encrypted', 'tangerine appointment'),
  transcript_encrypted: seal('transcript_encrypted', LINES),
  redacted_transcript_encrypted: seal('redacted_transcript_encrypted', LINES),
});

const OPENED = {
  callerNumber: '+61491570006',
  callerName: 'Robin',
  transfer: TRANSFER,
  summary: 'tangerine appointment',
  transcript: LINES,
  redactedTranscript: LINES,
};

const NOTHING = {
  callerNumber: null,
  callerName: null,
  transfer: null,
  summary: null,
  transcript: null,
  redactedTranscript: null,
};

describe('CallContents', () => {
  let contents: CallContents;
  let lists: number;
  let isStoreDown: boolean;
  const warn = vi.spyOn(Logger.prototype, 'warn');

  beforeEach(() => {
    lists = 0;
    isStoreDown = false;
    warn.mockReset().mockImplementation(() => undefined);
    const store: TenantKeyStore = {
      list: async () => {
        lists += 1;
        if (isStoreDown) throw new Error('the store is away');
        return [{ keyId: key.keyId, wrapped: bytes, providerId: provider.id }];
      },
      insertFirst: async (_tenant, _purpose, made) => made,
    };
    contents = new CallContents(new TenantKeys(store, new KeyProviders(provider), new Clock()));
  });
  afterEach(() => {
    for (const [line] of warn.mock.calls) {
      expect(JSON.stringify(line)).not.toMatch(/491570006|Robin|Ward|tangerine|verse|key-|call-1/);
    }
  });

  it('opens every content of a row', async () => {
    expect(await contents.open(auth, sound())).toEqual(OPENED);
    expect(warn).not.toHaveBeenCalled();
  });

  it('finds nothing in empty columns, in such as were not selected, and asks for no key then', async () => {
    const empty = Object.fromEntries(Object.keys(sound()).map((column) => [column, null]));
    expect(await contents.open(auth, { ...empty, call_id: 'call-1' })).toEqual(NOTHING);
    expect(await contents.open(auth, { call_id: 'call-1' })).toEqual(NOTHING);
    expect([lists, warn.mock.calls]).toEqual([0, []]);
  });

  const tampered = (): Buffer => {
    const sealed = seal('summary_encrypted', 'tangerine appointment');
    sealed[sealed.length - 1]! ^= 1;
    return sealed;
  };

  // Fails if one failure affects the other fields, or if the address omits a part of the location.
  it.each<[string, Partial<SealedContents>, Partial<typeof NOTHING>]>([
    ['a changed byte', { summary_encrypted: tampered() }, { summary: null }],
    ['no bytes', { summary_encrypted: Buffer.alloc(0) }, { summary: null }],
    ['clear text', { summary_encrypted: Buffer.from('tangerine appointment') }, { summary: null }],
    [
      'a ciphertext of another row',
      { summary_encrypted: seal('summary_encrypted', 'tangerine', { callId: 'call-2' }) },
      { summary: null },
    ],
    [
      'a ciphertext of another column',
      { caller_name_encrypted: seal('caller_number_encrypted', '+61491570006') },
      { callerName: null },
    ],
    [
      'a ciphertext of another tenant',
      {
        summary_encrypted: seal('summary_encrypted', 'tangerine', {
          tenant: { ...tenant, clientId: 'umbra' },
        }),
      },
      { summary: null },
    ],
    [
      'a ciphertext of another environment',
      {
        summary_encrypted: seal('summary_encrypted', 'tangerine', { tenant: { ...tenant, dataEnv: 'dev' } }),
      },
      { summary: null },
    ],
    [
      'another key of the same name',
      { summary_encrypted: seal('summary_encrypted', 'tangerine', { key: otherKey }) },
      { summary: null },
    ],
    [
      'a key that is lost',
      { summary_encrypted: seal('summary_encrypted', 'tangerine', { key: lostKey }) },
      { summary: null },
    ],
    ['no JSON', { transcript_encrypted: seal('transcript_encrypted', 'my verse') }, { transcript: null }],
    [
      'JSON of another shape',
      {
        transfer_encrypted: seal('transfer_encrypted', ['Ward']),
        redacted_transcript_encrypted: seal('redacted_transcript_encrypted', { lines: LINES }),
      },
      { transfer: null, redactedTranscript: null },
    ],
  ])('leaves out what holds %s, with one line in the log, and opens the rest', async (_, fields, lost) => {
    expect(await contents.open(auth, { ...sound(), ...fields })).toEqual({ ...OPENED, ...lost });
    expect(warn.mock.calls).toHaveLength(1);
    expect(warn.mock.calls[0]![0]).toMatchObject({ count: Object.keys(lost).length });
  });

  // Fails if fields are opened one after the other: each would then wait for the dead store.
  it('opens nothing while keys are unavailable, asks for them once, and heals by itself', async () => {
    isStoreDown = true;
    expect(await contents.open(auth, sound())).toEqual(NOTHING);
    expect(lists).toBe(1);
    expect(warn.mock.calls).toHaveLength(1);
    expect(warn.mock.calls[0]![0]).toMatchObject({ count: 6 });
    isStoreDown = false;
    expect(await contents.open(auth, sound())).toEqual(OPENED);
  });
});
