import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CountryCode } from 'libphonenumber-js/max';
import { readNumbers } from '../../rules/texts/numbers-in-text.policy.js';

/** Some milliseconds of reading, between which other work runs. */
const WINDOW_CHARACTERS = 1_024;
/** Longer than a number with its punctuation, which may span two windows. */
const OVERLAP_CHARACTERS = 80;
const MOST_READINGS_OF_WINDOW = 500;
/** A second of reading; the list of a whole exchange contains more. */
const MOST_READINGS = 5_000;

/** Reads the telephone numbers in a text, chunk by chunk (support-attachments 9.1). */
export class NumbersInFile {
  private readonly decoder = new TextDecoder('utf-8');
  private readonly found = new Set<string>();
  private text = '';
  private left = MOST_READINGS;
  private isCut = false;

  constructor(private readonly countries: readonly CountryCode[]) {}

  async take(chunk: Buffer): Promise<void> {
    this.text += this.decoder.decode(chunk, { stream: true });
    while (this.text.length >= WINDOW_CHARACTERS) {
      await this.read(this.text.slice(0, WINDOW_CHARACTERS));
      this.text = this.text.slice(WINDOW_CHARACTERS - OVERLAP_CHARACTERS);
    }
  }

  /** @returns the numbers, and whether all of the text was read */
  async end(): Promise<{ readonly numbers: readonly string[]; readonly isWhole: boolean }> {
    await this.read(this.text + this.decoder.decode());
    return { numbers: [...this.found], isWhole: !this.isCut };
  }

  private async read(text: string): Promise<void> {
    const most = Math.min(this.left, MOST_READINGS_OF_WINDOW);
    const { numbers, readings } = most === 0 ? NOTHING : readNumbers(text, this.countries, most);
    for (const number of numbers) this.found.add(number);
    this.left -= readings;
    if (readings === most) this.isCut = true;
    if (readings > 0) await nextTurn();
  }
}

const NOTHING = { numbers: [], readings: 0 } as const;
