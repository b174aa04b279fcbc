import { Injectable } from '@nestjs/common';
import { sealField } from '../../../core/privacy/keys/field-cipher.js';
import { TenantKeys, type TenantKey } from '../../../core/privacy/keys/tenant-keys.js';
import { Cooperative } from '../../../core/shared/cooperative.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import { placeOfChunk } from '../lookup/sealed-places.js';
import { SourceTexts } from '../lookup/source-texts.service.js';
import { stemKey, stemsOf, trigramKey } from '../lookup/word-stems.js';
import { Chunker, type Chunk } from '../rules/index/chunking.policy.js';
import { dictionaryOf } from '../rules/index/dictionaries.js';
import { trigramsOf } from '../rules/index/near-words.policy.js';
import { PART_CHUNKS, PartIndex, type IndexKey } from '../rules/index/postings.policy.js';
import { wordsOf } from '../rules/index/words.policy.js';
import type { BuildWork } from './build-work.js';
import { ADD_CHUNKS, ADD_CONTENT, ADD_WORDS, CONTENT_DONE, FORGET_CONTENT } from './steps.queries.js';

/** A source to index. */
export interface IndexedSource {
  readonly contentKey: string;
  readonly sourceId: string;
  readonly contentHash: string;
  readonly language: string;
  readonly title: string;
}

// About 250 KB of text: a transaction of a few milliseconds.
const BATCH = 256;
const BUCKETS_AT_ONCE = 512;
/** A word in the title or the heading says more about a chunk than one in its text. */
const HEADING_WEIGHT = 2;

type Lease = WorkLease<BuildWork>;

/** Cuts the text of a source into chunks and indexes them (knowledge 5.3, 6.2). */
@Injectable()
export class ContentIndexer {
  constructor(
    private readonly texts: SourceTexts,
    private readonly keys: TenantKeys,
  ) {}

  /**
   * Indexes a source from the beginning. No search finds it before it is complete.
   * @returns false if its text is gone
   * @throws LeaseVoidError, 503
   */
  async index(lease: Lease, projectId: string, source: IndexedSource, known: KnownWords): Promise<boolean> {
    const { auth } = lease;
    const { contentKey, sourceId, contentHash, language } = source;
    const [encryption, matching] = await Promise.all([
      this.keys.current(auth, 'encryption'),
      this.keys.current(auth, 'matching'),
    ]);
    const dictionary = dictionaryOf(language);
    await lease.transaction(async (tx) => {
      await tx.query(FORGET_CONTENT, [contentKey]);
      await tx.query(ADD_CONTENT, [contentKey, projectId, sourceId, matching.keyId, dictionary]);
    });
    const stems = known.of(matching.keyId, dictionary);
    const writer = new ContentWriter(lease, {
      ...source,
      projectId,
      dictionary,
      encryption,
      matching,
      stems,
    });
    const chunker = new Chunker();
    for await (const block of this.texts.blocksOf(auth, sourceId, contentHash))
      for (const chunk of chunker.take(block)) await writer.add(chunk);
    for (const chunk of chunker.end()) await writer.add(chunk);
    await writer.flush();
    // A text that was deleted meanwhile may have been read only in part.
    return (await this.texts.has(auth, sourceId, contentHash)) && writer.end();
  }
}

interface Content extends IndexedSource {
  readonly projectId: string;
  readonly dictionary: string;
  readonly encryption: TenantKey;
  readonly matching: TenantKey;
  /** The words that have been looked up so far. */
  readonly stems: Map<string, Stem>;
}

/** A stem as indexed; null for a stop word. */
type Stem = { readonly key: IndexKey; readonly trigrams: readonly IndexKey[] } | null;

// About 30 MB; a document has a tenth of them.
const MOST_KNOWN = 100_000;

/**
 * The stems of a project's words, which its sources share: each word is looked up and hashed once.
 */
export class KnownWords {
  private readonly stems = new Map<string, Map<string, Stem>>();

  of(keyId: string, dictionary: string): Map<string, Stem> {
    const name = `${keyId} ${dictionary}`;
    const known = this.stems.get(name) ?? new Map<string, Stem>();
    this.stems.set(name, known);
    return known;
  }
}

class ContentWriter {
  private readonly slices = new Cooperative();
  private readonly trigrams = new Map<string, IndexKey>();
  private readonly buckets: number[] = [];
  /** How often each stem occurs in a chunk; emptied instead of created again. */
  private readonly counts = new Map<IndexKey, number>();
  private readonly titleWords: readonly string[];
  private waiting: Chunk[] = [];
  private part = new PartIndex();
  private chunks = 0;

  constructor(
    private readonly lease: Lease,
    private readonly content: Content,
  ) {
    this.titleWords = wordsOf(content.title);
  }

  async add(chunk: Chunk): Promise<void> {
    this.waiting.push(chunk);
    if (this.waiting.length === BATCH) await this.flush();
  }

  /** @returns whether there was any text */
  async end(): Promise<boolean> {
    if (this.chunks === 0) return false;
    if (this.chunks % PART_CHUNKS > 0) await this.endPart();
    await this.lease.transaction((tx) =>
      tx.query(CONTENT_DONE, [this.content.contentKey, this.chunks, this.buckets]),
    );
    return true;
  }

  /** A part is a multiple of a batch. */
  async flush(): Promise<void> {
    if (this.waiting.length === 0) return;
    const chunks = this.waiting;
    this.waiting = [];
    const { contentKey, dictionary, stems: known } = this.content;
    if (known.size > MOST_KNOWN) known.clear();
    const words: (readonly [heading: readonly string[], text: readonly string[]])[] = [];
    const unknown = new Set<string>();
    for (const { heading, text } of chunks) {
      await this.pause();
      const each = [[...this.titleWords, ...wordsOf(heading ?? '')], wordsOf(text)] as const;
      words.push(each);
      for (const word of each.flat()) if (!known.has(word)) unknown.add(word);
    }
    const sealed: Buffer[] = [];
    for (const [index, { heading, text }] of chunks.entries()) {
      await this.pause();
      const place = placeOfChunk(this.lease.auth, this.content.contentKey, this.chunks + index);
      sealed.push(sealField(this.content.encryption, place, JSON.stringify({ heading, text })));
    }
    const stems = await this.lease.transaction(async (tx) => {
      await tx.query(ADD_CHUNKS, [
        contentKey,
        chunks.map((_, index) => this.chunks + index),
        chunks.map(({ page }) => page),
        chunks.map(({ place }) => place),
        sealed,
      ]);
      return stemsOf(
        tx,
        [...unknown].map((word) => ({ dictionary, word })),
      );
    });
    for (const [index, word] of [...unknown].entries()) {
      await this.pause();
      known.set(word, this.hashed(stems[index] ?? null));
    }
    for (const [heading, text] of words) {
      await this.pause();
      this.count(heading, text);
    }
    if (this.chunks % PART_CHUNKS === 0) await this.endPart();
  }

  private count(heading: readonly string[], text: readonly string[]): void {
    const { counts } = this;
    counts.clear();
    for (const [words, weight] of [
      [heading, HEADING_WEIGHT],
      [text, 1],
    ] as const)
      for (const word of words) {
        const stem = this.content.stems.get(word);
        if (!stem) continue;
        counts.set(stem.key, (counts.get(stem.key) ?? 0) + weight);
        this.part.addNear(stem.key, stem.trigrams);
      }
    this.part.add(this.chunks % PART_CHUNKS, counts);
    this.chunks += 1;
  }

  private async endPart(): Promise<void> {
    const entries = await this.part.buckets();
    for (let from = 0; from < entries.length; from += BUCKETS_AT_ONCE) {
      const some = entries.slice(from, from + BUCKETS_AT_ONCE);
      await this.lease.transaction((tx) =>
        tx.query(ADD_WORDS, [this.content.contentKey, this.buckets.length, some, from]),
      );
    }
    this.buckets.push(entries.length);
    this.part = new PartIndex();
  }

  private hashed(stem: string | null): Stem {
    if (stem === null) return null;
    const { matching, projectId } = this.content;
    return {
      key: stemKey(matching, projectId, stem),
      trigrams: trigramsOf(stem).map((it) => this.trigramOf(it)),
    };
  }

  private trigramOf(trigram: string): IndexKey {
    const known = this.trigrams.get(trigram);
    if (known !== undefined) return known;
    const key = trigramKey(this.content.matching, this.content.projectId, trigram);
    this.trigrams.set(trigram, key);
    return key;
  }

  private async pause(): Promise<void> {
    const pause = this.slices.yieldToEventLoop();
    if (pause) await pause;
  }
}
