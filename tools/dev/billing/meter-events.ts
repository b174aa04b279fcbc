import { appendFileSync } from 'node:fs';
import type { MeterEvent } from './billing-answers.ts';
import { readIfPresent } from '../files.ts';

/**
 * The events that the local billing provider has counted, in a file. Without it, its totals would
 * differ from the platform's for the rest of a month.
 */
export class MeterEvents extends Map<string, MeterEvent> {
  private readonly file: string;

  constructor(file: string) {
    super();
    this.file = file;
    for (const line of (readIfPresent(file) ?? '').split('\n')) {
      const event = eventOf(line);
      if (event) super.set(event.identifier, event);
    }
  }

  override set(identifier: string, event: MeterEvent): this {
    appendFileSync(this.file, `${JSON.stringify(event)}\n`, { mode: 0o600 });
    return super.set(identifier, event);
  }
}

/** Null: an incomplete line of a killed process. The platform submits its event again. */
function eventOf(line: string): MeterEvent | null {
  try {
    return JSON.parse(line) as MeterEvent;
  } catch {
    return null;
  }
}
