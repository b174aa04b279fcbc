import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError } from '../../../core/shared/platform-error.js';

const conflict = (message: string): PlatformError => new PlatformError(CATALOGUE.conflict, { message });

/** Does not reveal whether the client is the partner's own (partner-clients 5.4). */
export const clientTaken = (): PlatformError => conflict('This client_id is taken. Choose another one.');

/** partner-clients 6.5. */
export const lastPartnerUser = (): PlatformError =>
  conflict(
    'This is the last assigned partner user of the client. Assign another person before you remove this one.',
  );

/** partner-clients 6.5. */
export const lastAdministrator = (): PlatformError =>
  conflict(
    'This is the last partner administrator of the client. Assign another administrator before you remove this one.',
  );

/** partner-clients 6.4. */
export const hasOtherRole = (): PlatformError =>
  conflict(
    'This person has another role for the client. A person has only one role per client: remove that one first.',
  );
