import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AuthContext } from '#app/core/shared/auth-context.js';
import { TenantStores } from '#app/core/database/stores/tenant-stores.js';
import { KnowledgeChunkEntity } from '#app/features/knowledge/builds.entities.js';
import {
  KnowledgeSearch,
  type AskedKnowledge,
} from '#app/features/knowledge/lookup/knowledge-search.service.js';

/** Deliberate mistakes that must make the knowledge rows fail. */
export const KNOWLEDGE_MISTAKES: Readonly<Record<string, (app: NestExpressApplication) => void>> = {
  /** Reads chunks, like a search in their texts. */
  'preview-by-find': (app) => {
    const stores = app.get(TenantStores);
    const service = app.get(KnowledgeSearch, { strict: false });
    const whole = service.find.bind(service);
    service.find = async (auth: AuthContext, asked: AskedKnowledge) => {
      await stores.read(auth, (db) => db.repo(KnowledgeChunkEntity).find({}, { take: 20_000 }));
      return whole(auth, asked);
    };
  },
};
