import { UsageError } from '../process.js';
import { BILLING_OPERATIONS } from './billing.operations.js';
import { CAPACITY_OPERATIONS } from './capacity.operations.js';
import { CALL_OPERATIONS } from './call.operations.js';
import { CLIENT_OPERATIONS } from './client.operations.js';
import { DIALLING_OPERATIONS } from './dialling.operations.js';
import { DOCTOR_OPERATIONS } from './diagnosis/doctor.operations.js';
import { TENANT_LOAD_OPERATIONS } from './diagnosis/tenants.operations.js';
import { WHY_OPERATIONS } from './diagnosis/why.operations.js';
import { KEY_OPERATIONS } from './key.operations.js';
import { ROTATION_OPERATIONS } from './keys/rotation.operations.js';
import { readOptions, type CommandContext, type Operation, type OptionContext } from './options.js';
import { PEOPLE_OPERATIONS } from './people.operations.js';
import { MOVE_OPERATIONS } from './moves/move.operations.js';
import { RESTORE_OPERATIONS } from './restores/restore.operations.js';
import { STORE_OPERATIONS } from './store.operations.js';
import { TENANT_OPERATIONS } from './tenant.operations.js';
import { USAGE_OPERATIONS } from './usage.operations.js';
import { WORK_OPERATIONS } from './work.operations.js';
import { SCOPES } from '../core/shared/roles.js';

const OPERATIONS: Readonly<Record<string, Operation>> = {
  ...CLIENT_OPERATIONS,
  ...KEY_OPERATIONS,
  ...ROTATION_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  ...TENANT_LOAD_OPERATIONS,
  ...TENANT_OPERATIONS,
  ...CAPACITY_OPERATIONS,
  ...DIALLING_OPERATIONS,
  ...BILLING_OPERATIONS,
  ...USAGE_OPERATIONS,
  ...CALL_OPERATIONS,
  ...STORE_OPERATIONS,
  ...RESTORE_OPERATIONS,
  ...MOVE_OPERATIONS,
  ...WORK_OPERATIONS,
  ...WHY_OPERATIONS,
  ...DOCTOR_OPERATIONS,
};

const USAGE = `Usage: operate <command> [options]

${Object.values(OPERATIONS)
  .map(({ usage }) => usage)
  .join('\n\n')}

Scopes: ${SCOPES.join(', ')}.
A new key is printed once, on standard output only; all other output goes to standard error.
Exit status: 0 done, 1 refused or failed, 2 wrong options.
`;

const operationOf = (command: string): Operation | undefined =>
  Object.hasOwn(OPERATIONS, command) ? OPERATIONS[command] : undefined;

/** The usage of a command; of all commands for an unknown one. */
export function usageOf(command: string): string {
  const operation = operationOf(command);
  return operation
    ? `Usage: operate ${command} [options]\n\n${operation.usage}\n\n--help alone shows all commands.\n`
    : USAGE;
}

/**
 * Parses a command line.
 * @returns its options, and the function that runs it
 * @throws UsageError naming all errors at once
 */
export function readCommand(
  [command = '', ...args]: readonly string[],
  around: OptionContext,
): { readonly values: object; readonly run: (context: CommandContext) => Promise<boolean> } {
  const operation = operationOf(command);
  if (!operation) {
    const problem = command === '' ? 'Name a command.' : `There is no command ${command}.`;
    throw new UsageError(`${problem}\n\n${USAGE}`);
  }
  const values = readOptions(command, operation.options, args, around, usageOf(command));
  return { values, run: (context) => operation.run(values, context) };
}
