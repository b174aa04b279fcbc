import { parseArgs } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import type { OwnerSettings, Settings } from '../config/settings.js';
import type { Registry } from '../core/registry/registry.js';
import { UsageError } from '../process.js';

/** Facts that the checks of options use. */
export interface OptionContext {
  readonly storeIds: readonly string[];
  readonly now: Date;
}

/** Describes the fault of a value; null: none. */
export type Check = (value: string, around: OptionContext) => string | null;

/** `--name VALUE`, or just `--name` for a flag. */
export type Option =
  | { readonly flag: true }
  | {
      readonly check: Check;
      /** The value of an omitted option. Null: optional without a default; absent: required. */
      readonly fallback?: string | null;
    };
type Options = Readonly<Record<string, Option>>;

type Values<O extends Options> = {
  readonly [K in keyof O]: O[K] extends { flag: true }
    ? boolean
    : O[K] extends { fallback: null }
      ? string | null
      : string;
};

export interface CommandContext {
  /** Prints the result, for programs. */
  readonly result: (line: string) => void;
  /** Reports an action to the operator. */
  readonly say: (line: string) => void;
  /** The service with the settings of `main`; created on first use. */
  readonly app: () => Promise<INestApplicationContext>;
  /** The settings of `main`. @throws SettingsError */
  readonly settings: () => Settings;
  /** The settings of `migrate`. @throws SettingsError */
  readonly owner: () => OwnerSettings;
  /** The parts of core and of the features. */
  readonly registry: Registry;
  readonly now: Date;
}

/** One command of an operator. */
export interface Operation<O extends Options = Options> {
  /** Its part of the usage text: its effect, and its options. */
  readonly usage: string;
  readonly options: O;
  /** @returns whether it was done; if not, it has printed the reason */
  run(values: Values<O>, context: CommandContext): Promise<boolean>;
}

/** Declares a command; its options decide the types of its values. */
export const operation = <const O extends Options>(spec: Operation<O>): Operation => spec;

export const matching =
  (pattern: RegExp, problem: string): Check =>
  (value) =>
    pattern.test(value) ? null : problem;
export const oneOf = (values: readonly string[]): Check =>
  matching(new RegExp(`^(?:${values.join('|')})$`), `must be one of ${values.join(', ')}`);

/**
 * Parses the options of a command.
 * @throws UsageError with `usage`, naming all errors at once
 */
export function readOptions(
  command: string,
  options: Options,
  args: readonly string[],
  around: OptionContext,
  usage: string,
): Values<Options> {
  const { given, problems } = optionsGiven(options, args);
  const values: Record<string, string | boolean | null> = {};
  for (const [name, option] of Object.entries(options)) {
    if ('flag' in option) {
      values[name] = given.has(name);
      continue;
    }
    const value = given.has(name) ? given.get(name) : option.fallback;
    if (value === undefined) problems.push(`--${name} ${given.has(name) ? 'has no value' : 'is missing'}`);
    else {
      const problem = value === null ? null : option.check(value, around);
      if (problem !== null) problems.push(`--${name} ${problem}`);
      values[name] = value;
    }
  }
  if (problems.length > 0) {
    const lines = problems.map((problem) => `  ${problem}`);
    throw new UsageError([`These options of ${command} are invalid:`, ...lines, '', usage].join('\n'));
  }
  return values as never;
}

/** Options on the command line; undefined for an option without its value. */
function optionsGiven(
  options: Options,
  args: readonly string[],
): { given: Map<string, string | undefined>; problems: string[] } {
  const given = new Map<string, string | undefined>();
  const problems: string[] = [];
  // Lenient, and parsed token by token, so that all errors can be reported together.
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(options).map(([name, option]) => [
        name,
        { type: 'flag' in option ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional') problems.push(`${token.value} belongs to no option`);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (!option) problems.push(`${token.rawName} is not known`);
    else if (given.has(token.name)) problems.push(`${token.rawName} appears twice`);
    else if ('flag' in option && token.value !== undefined) problems.push(`${token.rawName} takes no value`);
    // The next option follows an option without its value: `--description --env`.
    const isNextOption = token.inlineValue === false && token.value.startsWith('-');
    given.set(token.name, isNextOption ? undefined : token.value);
  }
  return { given, problems };
}
