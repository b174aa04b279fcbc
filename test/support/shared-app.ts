import { Clock } from '../../src/core/time/clock.js';
import { admitCredentialsOf, startTestApp } from './app.js';
import type { TestApp } from './app.js';
import { World } from './builders.js';
import { perSuite } from './frames.js';

/** Shows the time of the file that uses the application. */
class LentClock extends Clock {
  lender = new Clock();

  override now(): Date {
    return this.lender.now();
  }

  override shared(): Date | null {
    return this.lender.shared();
  }
}

const clock = new LentClock();

/**
 * The application of this process; none before the first file that needs it, and none after a
 * failed file.
 */
let shared: Promise<TestApp> | null = null;

async function leave(): Promise<void> {
  const app = await shared;
  shared = null;
  await app?.close();
}

/** Ends each file's use while the application continues. */
async function handOver(app: TestApp, hadFailure: boolean): Promise<void> {
  if (hadFailure) await leave();
  else app.settle();
}

const notHere = (): Promise<never> =>
  Promise.reject(
    new Error('Other files go on with this application: a file that closes one starts its own.'),
  );

async function join(lender: Clock): Promise<TestApp> {
  clock.lender = lender;
  shared ??= startTestApp({ clock });
  try {
    const app = await shared;
    admitCredentialsOf(app);
    // A separate connection, which a file may leave in any state.
    return { ...app, world: new World(app.databases, app.settings), close: notHere };
  } catch (error) {
    shared = null;
    throw error;
  }
}

/**
 * The application and databases that the files of a process share: for files that create their own
 * tenants and read only their data. A file that needs its own settings, worker or faults, empty
 * tables or whole tables starts its own application (`useTestApp`). After a file that failed the
 * next one finds a new application.
 */
export const useSharedApp = ({ clock: lender = new Clock() }: { readonly clock?: Clock } = {}): TestApp =>
  perSuite(() => join(lender), handOver);
