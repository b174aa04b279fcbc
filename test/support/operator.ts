import type { INestApplicationContext } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { OwnerSettings, Settings } from '../../src/config/settings.js';
import { AppModule, REGISTRY } from '../../src/app.module.js';
import { OperationsModule } from '../../src/operations/operations.module.js';
import { readCommand } from '../../src/operations/operations.js';
import { admitCredentialsOf, operatorSettings, ownerSettings } from './app.js';
import type { TestApp } from './app.js';
import { perSuite } from './frames.js';

/** The metrics port belongs to the API. */
const withoutMetrics = (settings: Settings): Settings => ({
  ...settings,
  admin: { ...settings.admin, port: 0 },
});

/** For commands that start no service, and do not read a database as its owner. */
export const NO_SETTINGS = {
  registry: REGISTRY,
  settings: (): never => {
    throw new Error('This command needs no settings.');
  },
  owner: (): never => {
    throw new Error('This command needs no settings of migrate.');
  },
};

export interface Operated {
  /** Whether a process would exit with status 0 rather than 1. */
  readonly isDone: boolean;
  /** The lines printed on standard output. */
  readonly result: readonly string[];
  /** The text printed on standard error. */
  readonly said: string;
}

/**
 * Runs an operator's command.
 * @throws UsageError if its options are wrong
 */
export type Operate = (...args: readonly string[]) => Promise<Operated>;

/**
 * An operator of an application's databases, with an operator's login: rights in the database are
 * part of what commands show. It runs in this process, because a separate one takes a second or two
 * per command.
 */
export function useOperator(
  application: () => TestApp,
  owner: () => OwnerSettings = () => ownerSettings(application()),
): Operate {
  const service = perSuite<INestApplicationContext>(
    async () => {
      const module = await Test.createTestingModule({
        imports: [AppModule.with(withoutMetrics(operatorSettings(application()))), OperationsModule],
      }).compile();
      module.useLogger(false);
      await module.init();
      admitCredentialsOf(application());
      return module;
    },
    (started) => started.close(),
  );
  return async (...args) => {
    const result: string[] = [];
    const said: string[] = [];
    const now = new Date();
    const storeIds = [...application().settings.tenantStores.urls.keys()];
    const { run } = readCommand(args, { storeIds, now });
    const isDone = await run({
      result: (line) => void result.push(line),
      say: (line) => void said.push(line),
      app: () => Promise.resolve(service),
      settings: () => operatorSettings(application()),
      owner,
      registry: REGISTRY,
      now,
    });
    return { isDone, result, said: said.join('\n') };
  };
}
