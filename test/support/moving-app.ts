import { startTestApp, type TestApp } from './app.js';
import { createTestDatabases } from './databases.js';
import { perSuite } from './frames.js';
import { StoreServer } from './store-server.js';

/** Tables are copied in parallel, which is faster for few rows. */
const REPLICATING = {
  wal_level: 'logical',
  max_wal_senders: '20',
  max_replication_slots: '20',
  max_logical_replication_workers: '12',
  max_worker_processes: '24',
  max_sync_workers_per_subscription: '4',
};

interface MovingApp extends TestApp {
  readonly stores: StoreServer;
}

/** An application whose stores are on a separate server that replicates. */
export const useMovingApp = (): MovingApp =>
  perSuite<MovingApp>(
    async () => {
      const [stores, databases] = await Promise.all([StoreServer.start(REPLICATING), createTestDatabases()]);
      return { ...(await startTestApp({ databases: stores.instead(databases) })), stores };
    },
    async ({ close, databases, stores }) => {
      await close();
      await databases.drop();
      await stores.remove();
    },
  );
