import { fork } from 'node:child_process';
import { Injectable } from '@nestjs/common';
import { MOST_SOURCE_TEXT_BYTES } from '../rules/source-limits.js';
import type { ParseTask } from '../rules/parse-task.js';
import type { FailureCode, MediaType } from '../rules/source-words.js';

/** Data for the thread. */
export interface ParseOrder {
  readonly content: Uint8Array;
  readonly charset: string | null;
  /**
   * How many of its messages have been received. It waits for that, because all waiting messages
   * are received in one turn.
   */
  readonly taken: Int32Array<SharedArrayBuffer>;
}

/** A passage found by a parser. */
export interface ParsedBlock {
  readonly heading: string | null;
  readonly page: number | null;
  readonly place: number;
  readonly text: string;
}

export interface ParsedContent {
  readonly mediaType: MediaType;
  /** The title of an HTML page. */
  readonly title: string | null;
  readonly blocks: readonly ParsedBlock[];
  readonly textBytes: number;
}

/** A message from the thread: passages as they are found, and then its end. */
export type ParseMessage =
  | { readonly kind: 'started' }
  | { readonly kind: 'blocks'; readonly blocks: readonly ParsedBlock[]; readonly bytes: number }
  | { readonly kind: 'end'; readonly mediaType: MediaType; readonly title: string | null }
  | { readonly kind: 'fault'; readonly code: FailureCode };

const WORK_MS = 20_000;
// Loading the libraries takes half a second on an idle machine; parsing has its own limit.
const START_MS = 10_000;

// The sources also run without a build.
const FILE = new URL(
  import.meta.url.endsWith('.ts') ? './parse-host.ts' : './parse-host.js',
  import.meta.url,
);

/**
 * Parses untrusted files in a process of their own, with limits on memory and time: a file that
 * exceeds them fails, and affects neither this process nor other files (knowledge 3.3). A worker
 * reads one content at a time, so it needs this memory once.
 */
@Injectable()
export class ParseProcess {
  /** @throws Error if no process can be started */
  parse(task: ParseTask): Promise<ParsedContent | FailureCode> {
    return answerTo(task);
  }
}

function answerTo({ content, charset }: ParseTask): Promise<ParsedContent | FailureCode> {
  const host = fork(FILE, charset === null ? [] : [charset], {
    execArgv: [],
    serialization: 'advanced',
    // It gets neither the environment, which contains secrets, nor the service's standard output.
    env: {},
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  const blocks: ParsedBlock[] = [];
  let textBytes = 0;
  return new Promise((resolve, reject) => {
    const end = (answer: ParsedContent | FailureCode): void => {
      clearTimeout(timer);
      host.removeAllListeners();
      host.on('error', () => undefined);
      host.kill('SIGKILL');
      resolve(answer);
    };
    let timer = setTimeout(() => end('too_slow'), START_MS);
    host.on('message', (message: ParseMessage) => {
      if (message.kind === 'started') {
        clearTimeout(timer);
        timer = setTimeout(() => end('too_slow'), WORK_MS);
      } else if (message.kind === 'blocks') {
        for (const block of message.blocks) blocks.push(block);
        textBytes += message.bytes;
        if (textBytes > MOST_SOURCE_TEXT_BYTES) end('too_large');
      } else if (message.kind === 'fault') end(message.code);
      else end({ mediaType: message.mediaType, title: message.title, blocks, textBytes });
    });
    // It ran out of memory so fast that its thread's limit could not prevent it.
    host.on('disconnect', () => end('too_large'));
    host.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    // If it cannot be started, it ends before reading everything.
    host.stdin!.on('error', () => undefined);
    for (const piece of content) host.stdin!.write(piece);
    host.stdin!.end();
  });
}
