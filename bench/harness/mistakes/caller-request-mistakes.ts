import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AuthContext } from '#app/core/shared/auth-context.js';
import { MetadataStore } from '#app/core/database/metadata/metadata-store.js';
import { CallerRequestEntity } from '#app/features/caller-requests/caller-requests.entities.js';
import type { CreateCallerRequest } from '#app/features/caller-requests/create/create.request.js';
import { CreateCallerRequestService } from '#app/features/caller-requests/create/create.service.js';
import type { CallerRequestListRequest } from '#app/features/caller-requests/list/list.request.js';
import { CallerRequestListService } from '#app/features/caller-requests/list/list.service.js';
import { OpenCountService } from '#app/features/caller-requests/open-count/open-count.service.js';

/** Deliberate mistakes that must make the caller request rows fail. */
export const CALLER_REQUEST_MISTAKES: Readonly<Record<string, (app: NestExpressApplication) => void>> = {
  /** Fetches rows that it only needs to count. */
  'count-by-find': (app) => {
    const metadata = app.get(MetadataStore);
    const service = app.get(OpenCountService);
    const whole = service.count.bind(service);
    service.count = async (auth: AuthContext, projectId: string | undefined) => {
      await metadata.read(auth, (db) =>
        db.repo(CallerRequestEntity).find({ status: 'needs_review' }, { take: 1000 }),
      );
      return whole(auth, projectId);
    };
  },

  /** Reads complete entities before the page. */
  'requests-by-find': (app) => {
    const metadata = app.get(MetadataStore);
    const service = app.get(CallerRequestListService);
    const whole = service.list.bind(service);
    service.list = async (auth: AuthContext, request: CallerRequestListRequest) => {
      const order = { receivedAt: 'DESC', requestId: 'DESC' } as const;
      await metadata.read(auth, (db) => db.repo(CallerRequestEntity).find({}, { order, take: 51 }));
      return whole(auth, request);
    };
  },

  'create-thrice': (app) => {
    const service = app.get(CreateCallerRequestService);
    const whole = service.create.bind(service);
    service.create = async (auth: AuthContext, request: CreateCallerRequest) => {
      await whole(auth, request, null);
      await whole(auth, request, null);
      return whole(auth, request, null);
    };
  },
};
