import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import { logTime } from '../time/clock.js';
import { currentRequestId } from '../shared/request-context.js';

type LogDestination = NodeJS.WritableStream;

export function createLog(level: string, destination?: LogDestination): Logger {
  const options = {
    level,
    base: null,
    timestamp: logTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return pino(options, destination ?? new TurnOutput());
}

/**
 * Standard output, written once per turn of the event loop: the lines of many requests share one
 * system call, which otherwise takes a fifth of a request's cost. A killed process loses one turn's
 * lines.
 */
class TurnOutput {
  private readonly output = pino.destination({ dest: 1, sync: true });
  private lines = '';

  constructor() {
    process.on('exit', this.flush);
  }

  write(line: string): void {
    if (this.lines === '') setImmediate(this.flush);
    this.lines += line;
  }

  private readonly flush = (): void => {
    if (this.lines === '') return;
    const lines = this.lines;
    this.lines = '';
    this.output.write(lines);
  };
}

/** Messages of Nest's Logger in the same log, each with its request id. */
export class NestLog implements LoggerService {
  constructor(private readonly log_: Logger) {}

  log(message: unknown, context?: string): void {
    // Nest logs one line per route at startup; only the level `debug` shows them.
    this.log_.debug(fieldsOf(message, context));
  }

  warn(message: unknown, context?: string): void {
    this.log_.warn(fieldsOf(message, context));
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.log_.error(fieldsOf(message, rest.at(-1)));
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.log_.fatal(fieldsOf(message, rest.at(-1)));
  }

  debug(message: unknown, context?: string): void {
    this.log_.debug(fieldsOf(message, context));
  }
}

function fieldsOf(message: unknown, context: unknown): object {
  const fields = typeof message === 'object' && message !== null ? message : { msg: String(message) };
  const requestId = currentRequestId();
  return {
    ...(requestId === null ? {} : { request_id: requestId }),
    ...(typeof context === 'string' ? { context } : {}),
    ...fields,
  };
}
