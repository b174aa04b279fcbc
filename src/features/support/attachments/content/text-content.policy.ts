import type { Refusal } from '../rules/refusal.js';

const MARKUP =
  /^\s*<(?:!doctype|!--|\?xml|\?php|(?:html|head|body|script|iframe|svg|style|title|table|font|div|math|object|embed|meta|link|img|h1|br|p|a|b)[\s/>])/i;
/** Text formats that programs execute or render. */
const PROGRAM = /^\s*(?:%PDF-|%!PS|\{\\rtf)/;
const CONTROL = /(?![\t\n\v\f\r])\p{Cc}/u;
const JSON_START = /^[\s\ufeff]*["{[\-0-9tfn]/;
const JSON_END = /["}\]0-9el]\s*$/;

/**
 * Reads a text chunk by chunk: UTF-8 without control characters that is not markup
 * (support-attachments 4.5).
 */
export class TextCheck {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private head = '';
  private tail = '';
  private fault: Refusal | null = null;

  constructor(private readonly isJson: boolean) {}

  take(chunk: Buffer): void {
    if (this.fault === null) this.read(chunk);
  }

  end(): Refusal | null {
    if (this.fault === null) this.read(null);
    const isJsonText = !this.isJson || (JSON_START.test(this.head) && JSON_END.test(this.tail));
    return this.fault ?? (isJsonText ? null : 'content_mismatch');
  }

  private read(chunk: Buffer | null): void {
    try {
      const text = chunk === null ? this.decoder.decode() : this.decoder.decode(chunk, { stream: true });
      if (this.head.length < HEAD_CHARACTERS) {
        this.head = (this.head + text).slice(0, HEAD_CHARACTERS);
        if (MARKUP.test(this.head) || PROGRAM.test(this.head)) this.fault = 'content_mismatch';
      }
      if (CONTROL.test(text)) this.fault = 'content_mismatch';
      this.tail = (this.tail + text).slice(-TAIL_CHARACTERS);
    } catch {
      this.fault = 'content_mismatch';
    }
  }
}

// No text that people attach has more white space than this before the first or after the last
// word.
const HEAD_CHARACTERS = 4096;
const TAIL_CHARACTERS = 1024;
