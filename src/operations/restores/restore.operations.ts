import { TenantRoutes } from '../../core/database/stores/tenant-routes.service.js';
import { KeyRotations } from '../../features/data-keys/rotations/key-rotations.service.js';
import { TenantStatus } from '../../features/partner/tenants/tenant-status.service.js';
import { TenantMoves } from '../../features/tenant-moves/progress/moves.service.js';
import { CLIENT, knownClient } from '../client-options.js';
import { withReaders } from '../connection/owner-connection.js';
import { isOnlyCommand } from '../connection/only-command.js';
import { matching, operation, type Operation } from '../options.js';
import { refuseGoneKeys } from './gone-keys.js';
import { NotRestored } from './not-restored.js';
import { restoreTenant } from './restore-tenant.js';

/** Operators' commands that restore data of an earlier moment. */
export const RESTORE_OPERATIONS: Readonly<Record<string, Operation>> = {
  'restore-tenant': operation({
    usage: `\
restore-tenant  makes a suspended client's rows what they are in a recovered copy of its store, with
             the settings of migrate; opt-outs, erasures, legal holds and builds of
             knowledge since then stay
  --client ID  --from HOST:PORT  [--env ENV]    the server with the copy, whose logins are the same`,
    options: { ...CLIENT, from: { check: matching(/^[\w.-]+:\d{1,5}$/, 'must be HOST:PORT') } },
    run: async (values, context) => {
      const { result, say } = context;
      const auth = await knownClient(values, context);
      if (auth === null) return false;
      const app = await context.app();
      const tenants = await app.get(TenantStatus, { strict: false }).list();
      if (tenants.some((it) => it.client_id === auth.clientId && it.status !== 'suspended')) {
        say(
          `Nothing was changed: ${auth.clientId} is in use. Run suspend-tenant first, and resume-tenant afterwards.`,
        );
        return false;
      }
      const refusal =
        (await app.get(TenantMoves, { strict: false }).refusal(auth)) ??
        (await app.get(KeyRotations, { strict: false }).refusal(auth));
      if (refusal !== null) {
        say(`Nothing was changed: ${refusal}.`);
        return false;
      }
      const storeId = (await app.get(TenantRoutes, { strict: false }).storeOf(auth))!;
      const { tenantStoreOwnerUrls, metadataOwnerUrl } = context.owner();
      const url = tenantStoreOwnerUrls.get(storeId);
      if (url === undefined) {
        say(`Nothing was changed: TENANT_STORE_OWNER_URLS does not name ${storeId}.`);
        return false;
      }
      const from = new URL(url);
      from.host = values.from;
      try {
        const restored = await withReaders(
          [url, from.href, metadataOwnerUrl],
          async ([live, copy, metadata]) => {
            if (!(await isOnlyCommand(live!, auth)))
              throw new NotRestored('another command moves or restores it. Run this one when it has ended.');
            const databases = { live: live!, copy: copy!, metadata: metadata! };
            await refuseGoneKeys(databases, context.registry.sealed('tenant'), auth);
            return restoreTenant(databases, auth);
          },
        );
        for (const { name, rowsBefore, now, isMerged } of restored.tables)
          result(
            `${name}: ${now.rows} rows in place of ${rowsBefore}, checksum ${now.checksum}${isMerged ? ', later ones kept' : ''}`,
          );
        for (const leaf of restored.dropped) say(`${leaf} was dropped since, and stays so`);
        if (restored.erasedSince > 0)
          say(
            `${restored.erasedSince} erasures came after the moment: process their requests again before you resume the client`,
          );
        if (restored.dialling > 0)
          say(
            `${restored.dialling} campaigns are running or scheduled, and would call people again whom they have called since: see docs/operate/upgrade-and-restore.md before you resume the client`,
          );
        say(`${auth.clientId} in ${auth.dataEnv} is what it was in the copy`);
        return true;
      } catch (error) {
        if (!(error instanceof NotRestored)) throw error;
        say(`Nothing was changed: ${error.message}`);
        return false;
      }
    },
  }),
};
