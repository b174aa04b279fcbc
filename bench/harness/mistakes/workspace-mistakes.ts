import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AuthContext } from '#app/core/shared/auth-context.js';
import { ProjectConfigurations } from '#app/features/configuration/lookup/project-configurations.service.js';
import { RuntimeConfigurationService } from '#app/features/runtime/published/runtime-configuration.service.js';

/** Deliberate mistakes that must make the workspace rows fail. */
export const WORKSPACE_MISTAKES: Readonly<Record<string, (app: NestExpressApplication) => void>> = {
  /** Also reads the draft and opens it. */
  'configuration-with-draft': (app) => {
    const configurations = app.get(ProjectConfigurations);
    const service = app.get(RuntimeConfigurationService);
    const whole = service.current.bind(service);
    service.current = async (...[auth, projectId, ...rest]: Parameters<typeof whole>) => {
      await configurations.load(auth, projectId);
      await configurations.load(auth, projectId);
      return whole(auth, projectId, ...rest);
    };
  },

  /** Runs one lookup for each section. */
  'draft-by-section': (app) => {
    const configurations = app.get(ProjectConfigurations);
    const load = configurations.load.bind(configurations);
    configurations.load = async (auth: AuthContext, projectId: string) => {
      for (let section = 0; section < 10; section += 1) await load(auth, projectId);
      return load(auth, projectId);
    };
  },

  /** Reads the project again for each question. */
  'import-reads-again': (app) => {
    const configurations = app.get(ProjectConfigurations);
    const read = configurations.read.bind(configurations);
    configurations.read = async (auth, db, projectId) => {
      for (let time = 0; time < 400; time += 1) await read(auth, db, projectId);
      return read(auth, db, projectId);
    };
  },
};
