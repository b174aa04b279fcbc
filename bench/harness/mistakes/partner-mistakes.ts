import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AuthContext } from '#app/core/shared/auth-context.js';
import { MetadataStore } from '#app/core/database/metadata/metadata-store.js';
import { HomeService } from '#app/features/home/overview/home.service.js';
import { DirectoryService } from '#app/features/partner-clients/directory/partner-directory.service.js';
import { ProjectEntity } from '#app/features/projects/projects.entities.js';

/** Deliberate mistakes that must make the partner client rows fail. */
export const PARTNER_MISTAKES: Readonly<Record<string, (app: NestExpressApplication) => void>> = {
  /** Queries the projects of each client separately. */
  'directory-by-client': (app) => {
    const metadata = app.get(MetadataStore);
    const service = app.get(DirectoryService);
    const whole = service.list.bind(service);
    service.list = async (auth: AuthContext, address: string | undefined) => {
      const answer = await whole(auth, address);
      for (const { client_id: clientId } of answer.items)
        await metadata.read({ ...auth, clientId }, (db) => db.repo(ProjectEntity).find({}));
      return answer;
    };
  },

  /** Also queries fifty clients one by one. */
  'home-by-client': (app) => {
    const service = app.get(HomeService);
    const whole = service.show.bind(service);
    service.show = async (auth: AuthContext, auths: readonly AuthContext[], timezone: string) => {
      for (const one of auths.slice(0, 50)) await whole(auth, [one], timezone);
      return whole(auth, auths, timezone);
    };
  },
};
