import { Cooperative } from '../cooperative.js';

// A few hundred microseconds of scanning: long enough to make the cost of reading the clock
// negligible.
const CHUNK_BYTES = 64 * 1024;

const [TAB, NEWLINE, RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d] as const;
const CLOSING_OF = { [OPEN_OBJECT]: CLOSE_OBJECT, [OPEN_ARRAY]: CLOSE_ARRAY };

export class NotAnArrayError extends Error {}

export class NotAnObjectError extends Error {}

export class RepeatedMemberError extends Error {
  constructor(readonly member: string) {
    super();
  }
}

/** Scans the bytes of a body in chunks, between which it can be interrupted. */
interface Scanner {
  readonly parts: Buffer[];
  /** Scans the bytes up to here, or until there is one part too many. */
  scan(end: number): void;
}

/**
 * Cuts a JSON array into the texts of its elements without parsing them: one JSON.parse of ten
 * megabytes would block every other request.
 * @param most stops after one element more than this
 * @throws NotAnArrayError if the brackets do not match; an element's parser finds its own errors
 */
export async function splitArray(body: Buffer, most: number): Promise<Buffer[]> {
  const scanner = new ContainerScanner(body, most, OPEN_ARRAY, NotAnArrayError);
  await scanInSlices(scanner, body.length, most);
  if (scanner.parts.length <= most) scanner.assertEnded();
  return scanner.parts;
}

/**
 * Cuts a JSON object into the texts of its members, by name.
 * @param most stops after one member more than this
 * @throws NotAnObjectError if the brackets do not match or a member has no name
 * @throws RepeatedMemberError if a name appears twice (requests 4.10)
 */
export async function splitObject(body: Buffer, most: number): Promise<Map<string, Buffer>> {
  const scanner = new ContainerScanner(body, most, OPEN_OBJECT, NotAnObjectError);
  await scanInSlices(scanner, body.length, most);
  if (scanner.parts.length <= most) scanner.assertEnded();
  const members = new Map<string, Buffer>();
  for (const part of scanner.parts) {
    const [name, value] = memberOf(part);
    if (members.has(name)) throw new RepeatedMemberError(name);
    members.set(name, value);
  }
  return members;
}

/** @throws NotAnObjectError unless it is `"name": value` */
function memberOf(member: Buffer): [name: string, value: Buffer] {
  if (member[0] !== QUOTE) throw new NotAnObjectError();
  let end = 1;
  while (end < member.length && member[end] !== QUOTE) end += member[end] === BACKSLASH ? 2 : 1;
  let colon = end + 1;
  while (colon < member.length && isBlank(member[colon]!)) colon += 1;
  if (member[colon] !== COLON) throw new NotAnObjectError();
  let start = colon + 1;
  while (start < member.length && isBlank(member[start]!)) start += 1;
  try {
    return [JSON.parse(member.toString('utf8', 0, end + 1)) as string, member.subarray(start)];
  } catch {
    throw new NotAnObjectError();
  }
}

/**
 * Cuts NDJSON into its lines, without blank ones.
 * @param most stops after one line more than this
 */
export async function splitLines(body: Buffer, most: number): Promise<Buffer[]> {
  const scanner = new LineScanner(body, most);
  await scanInSlices(scanner, body.length, most);
  if (scanner.parts.length <= most) scanner.end();
  return scanner.parts;
}

/** Yields to the event loop by time, so that no number of parts can block it. */
async function scanInSlices(scanner: Scanner, length: number, most: number): Promise<void> {
  const slices = new Cooperative();
  for (let end = 0; end < length && scanner.parts.length <= most;) {
    const pause = slices.yieldToEventLoop();
    if (pause) await pause;
    end = Math.min(end + CHUNK_BYTES, length);
    scanner.scan(end);
  }
}

const isBlank = (byte: number): boolean =>
  byte === SPACE || byte === NEWLINE || byte === RETURN || byte === TAB;

class LineScanner implements Scanner {
  readonly parts: Buffer[] = [];
  private at = 0;
  /** The beginning of the line after leading white space; -1 while there is only white space. */
  private start = -1;

  constructor(
    private readonly body: Buffer,
    private readonly most: number,
  ) {}

  scan(end: number): void {
    const { body, parts, most } = this;
    let { at, start } = this;
    while (at < end && parts.length <= most) {
      if (start === -1) {
        if (!isBlank(body[at]!)) start = at;
        else at += 1;
        continue;
      }
      // indexOf may search beyond this chunk: it reads megabytes in a millisecond.
      const lineEnd = body.indexOf(NEWLINE, at);
      if (lineEnd === -1) {
        at = body.length;
        break;
      }
      parts.push(body.subarray(start, lineEnd));
      start = -1;
      at = lineEnd + 1;
    }
    this.at = at;
    this.start = start;
  }

  /** The last line may lack its line end. */
  end(): void {
    if (this.start !== -1) this.parts.push(this.body.subarray(this.start));
    this.start = -1;
  }
}

class ContainerScanner implements Scanner {
  readonly parts: Buffer[] = [];
  private at: number;
  /** 0 before the array or object and after it. */
  private depth = 0;
  private hasBegun = false;
  private isInString = false;
  /** The beginning of the element after leading white space; -1 while there is only white space. */
  private start = -1;

  constructor(
    private readonly body: Buffer,
    private readonly most: number,
    private readonly opening: typeof OPEN_OBJECT | typeof OPEN_ARRAY,
    private readonly Fault: new () => Error,
  ) {
    const hasByteOrderMark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
    this.at = hasByteOrderMark ? 3 : 0;
  }

  scan(end: number): void {
    const { body } = this;
    for (; this.at < end && this.parts.length <= this.most; this.at += 1) {
      const byte = body[this.at]!;
      if (this.isInString) {
        if (byte === BACKSLASH) this.at += 1;
        else if (byte === QUOTE) this.isInString = false;
      } else if (!isBlank(byte)) {
        if (this.depth === 0) this.begin(byte);
        else this.takeIn(byte);
      }
    }
  }

  /** @throws its fault unless exactly one array or object has begun and ended */
  assertEnded(): void {
    if (!this.hasBegun || this.depth !== 0) throw new this.Fault();
  }

  /** Outside of the container, only the opening bracket is allowed. */
  private begin(byte: number): void {
    if (this.hasBegun || byte !== this.opening) throw new this.Fault();
    this.hasBegun = true;
    this.depth = 1;
  }

  private takeIn(byte: number): void {
    if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.depth -= 1;
    if (this.depth === 0 && byte !== CLOSING_OF[this.opening]) throw new this.Fault();
    if (this.depth === 0 || (this.depth === 1 && byte === COMMA)) return this.cut();
    if (this.start === -1) this.start = this.at;
    if (byte === QUOTE) this.isInString = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.depth += 1;
  }

  /** Ends an element: at a comma between two elements, or at the last bracket. */
  private cut(): void {
    if (this.start !== -1) this.parts.push(this.body.subarray(this.start, this.at));
    else if (this.depth !== 0 || this.parts.length > 0) throw new this.Fault();
    this.start = -1;
  }
}
