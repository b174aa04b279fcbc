/**
 * The numeric settings of a webhook (webhooks 2.2): column, bounds and default. Requests,
 * responses, the revision and the table's checks derive from this list.
 */
export const WEBHOOK_NUMBERS = {
  timeout_seconds: {
    column: 'timeoutSeconds',
    least: 1,
    most: 30,
    default: 10,
    description: 'For the whole exchange, from connecting to the end of the answer.',
  },
  retry_attempts: {
    column: 'retryAttempts',
    least: 0,
    most: 5,
    default: 3,
    description: 'After the first attempt.',
  },
  retry_backoff_seconds: {
    column: 'retryBackoffSeconds',
    least: 5,
    most: 300,
    default: 30,
    description: 'Before the first retry; it doubles with each retry, plus or minus a fifth.',
  },
} as const;

export type NumberName = keyof typeof WEBHOOK_NUMBERS;
/** The settings in requests and responses. */
export type Numbers = Readonly<Record<NumberName, number>>;
/** The settings in a row. */
export type NumberColumns = Readonly<Record<(typeof WEBHOOK_NUMBERS)[NumberName]['column'], number>>;

export const NUMBER_NAMES = Object.keys(WEBHOOK_NUMBERS) as NumberName[];

/** The columns of the sent settings; the others keep their stored or default values. */
export const columnsOf = (sent: Partial<Numbers>, stored?: NumberColumns): NumberColumns =>
  Object.fromEntries(
    NUMBER_NAMES.map((name) => {
      const { column, default: otherwise } = WEBHOOK_NUMBERS[name];
      return [column, sent[name] ?? stored?.[column] ?? otherwise];
    }),
  ) as NumberColumns;

export const numbersOf = (stored: NumberColumns): Numbers =>
  Object.fromEntries(NUMBER_NAMES.map((name) => [name, stored[WEBHOOK_NUMBERS[name].column]])) as Numbers;
