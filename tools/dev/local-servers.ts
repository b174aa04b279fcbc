import { getServers } from 'node:dns';
import { demoProviderState } from '../demo/billing.ts';
import { DEMO_CAST } from '../demo/cast/cast.ts';
import { startBillingProvider } from './billing/billing-provider.ts';
import type { LocalBillingProvider } from './billing/billing-provider.ts';
import type { layoutOf } from './files.ts';
import { startIdentityProvider } from './identity/identity-provider.ts';
import type { IdentityProvider } from './identity/identity-provider.ts';
import type { Lifecycle } from './lifecycle.ts';
import { startMailCatcher } from './mail-catcher.ts';
import { startNameServer } from './names/name-server.ts';
import type { LocalNameServer } from './names/name-server.ts';
import type { MailCatcher } from './mail-catcher.ts';
import { MeterEvents } from './billing/meter-events.ts';
import { startWebhookReceiver } from './webhooks/webhook-receiver.ts';
import type { WebhookReceiver } from './webhooks/webhook-receiver.ts';

/** Local substitutes for external services. */
export interface LocalServers {
  readonly identity: IdentityProvider;
  /** Acts as the clients' directories. */
  readonly directory: IdentityProvider;
  readonly billing: LocalBillingProvider;
  readonly mail: MailCatcher;
  readonly receiver: WebhookReceiver;
  readonly names: LocalNameServer;
}

/** Starts the servers on loopback; the end of the lifecycle stops them. */
export async function startLocalServers(
  layout: ReturnType<typeof layoutOf>,
  lifecycle: Lifecycle,
  progress: (message: string) => void,
): Promise<LocalServers> {
  const hold = <T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> =>
    lifecycle.hold(starting, (held) => held.stop());
  const accounts = DEMO_CAST.users.map(({ email, subject, dataEnv, role }) => ({
    email,
    sub: subject,
    dataEnv,
    note: role,
  }));
  const identity = await hold(startIdentityProvider({ stateFile: layout.identity, accounts }));
  progress(`identity provider listens on ${identity.issuer}`);
  const directory = await hold(
    startIdentityProvider({ stateFile: layout.directory, offFile: layout.directoryOff, accounts }),
  );
  progress(`the directory of single sign-on listens on ${directory.issuer}`);
  const billing = await hold(
    startBillingProvider({
      state: demoProviderState(DEMO_CAST.tenants, new Date()),
      meterEvents: new MeterEvents(layout.meterEvents),
    }),
  );
  progress(`billing provider listens on ${billing.url}`);
  const mail = await hold(startMailCatcher({ folder: layout.mails }));
  progress(`mail is caught at ${mail.url} and kept in ${layout.mails}`);
  const receiver = await hold(startWebhookReceiver(layout.receiver));
  progress(`webhooks of the demo point to ${receiver.url}`);
  const names = await hold(
    startNameServer({ recordsFile: layout.textRecords, upstream: getServers()[0] ?? null }),
  );
  progress(`TXT records of domains are read from ${layout.textRecords}`);
  return { identity, directory, billing, mail, receiver, names };
}
