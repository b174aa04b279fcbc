import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

interface Entry {
  readonly payload: AdapterPayload;
  readonly expiresAt: number;
}

/**
 * Sessions, codes and grants of one identity provider, in memory: a restart signs everyone out,
 * which is acceptable for a local login without passwords. Access tokens are JWTs and not stored.
 */
export function memoryStore(): AdapterFactory {
  const models = new Map<string, Map<string, Entry>>();
  return (model) => {
    const entries = models.get(model) ?? new Map<string, Entry>();
    models.set(model, entries);
    return adapterOver(entries);
  };
}

function adapterOver(entries: Map<string, Entry>): Adapter {
  const find = (wanted: (payload: AdapterPayload) => boolean) => {
    for (const { payload, expiresAt } of entries.values()) {
      if (expiresAt > Date.now() && wanted(payload)) return Promise.resolve(payload);
    }
    return Promise.resolve(undefined);
  };
  return {
    upsert(id, payload, expiresIn = Infinity) {
      const now = Date.now();
      for (const [key, entry] of entries) if (entry.expiresAt <= now) entries.delete(key);
      entries.set(id, { payload, expiresAt: now + expiresIn * 1000 });
      return Promise.resolve();
    },
    find(id) {
      const entry = entries.get(id);
      return Promise.resolve(entry && entry.expiresAt > Date.now() ? entry.payload : undefined);
    },
    findByUid: (uid) => find((payload) => payload.uid === uid),
    findByUserCode: (userCode) => find((payload) => payload.userCode === userCode),
    consume(id) {
      const entry = entries.get(id);
      if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000);
      return Promise.resolve();
    },
    destroy(id) {
      entries.delete(id);
      return Promise.resolve();
    },
    revokeByGrantId(grantId) {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key);
      return Promise.resolve();
    },
  };
}
