import { Random } from '../../tools/demo/random.ts';

// Documents of invented words, spread as those of a language are: the rank of a word says how often
// it occurs (Zipf). Each document has a tenth of its words from a subject of its own.

const LANGUAGES = {
  en: {
    small:
      'the of and to a in is that for it as with be by on not this are or from at which but have an they you their one all we can has there if more when will',
    starts: 'b br c ch cl d dr f fl g gr h j k l m n p pl pr qu r s sh sl sp st t th tr v w',
    middles: 'a e i o u ai ea ee oa ou',
    ends: 'b ck d f g l m n nd nt p r rd rk s sk st t th x',
    endings: ' s ed ing er ly',
  },
  de: {
    small:
      'die der und in zu den das nicht von sie ist des sich mit dem dass es ein auf so eine auch als an nach wie im für man aber aus durch wenn nur noch werden bei',
    starts: 'b br d dr f fl g gr h j k kl kr l m n p pf r s sch schl sp st str t tr w z zw',
    middles: 'a e i o u ä ö ü au ei ie eu',
    ends: 'b ch ck ft g l lt m n nd ng nk r rg rt s ss st t tz',
    endings: ' e en er es ung',
  },
} as const;
export type Language = keyof typeof LANGUAGES;

const STEMS = 8_000;
const SUBJECT_WORDS = 300;
const SUBJECT_SHARE = 0.1;
const SKEW = 1.05;
const SHIFT = 2.7;

interface Vocabulary {
  /** The most frequent first. */
  readonly words: readonly string[];
  /** The cumulative weight up to each word. */
  readonly sums: Float64Array;
}

function vocabularyOf(language: Language): Vocabulary {
  const random = new Random(`words ${language}`);
  const { small, ...parts } = LANGUAGES[language];
  const [starts, middles, ends] = [parts.starts, parts.middles, parts.ends].map((list) => list.split(' '));
  const syllable = (): string => random.pick(starts!) + random.pick(middles!) + random.pick(ends!);
  const stems = Array.from({ length: STEMS }, () =>
    Array.from({ length: random.between(1, 3) }, syllable).join(''),
  );
  const words = [
    ...small.split(' '),
    ...parts.endings.split(' ').flatMap((ending) => stems.map((stem) => stem + ending)),
  ];
  let sum = 0;
  const sums = Float64Array.from(words, (_, rank) => (sum += (rank + SHIFT) ** -SKEW));
  return { words, sums };
}

const VOCABULARIES = { en: vocabularyOf('en'), de: vocabularyOf('de') } as const;

/** A random word, weighted by frequency. */
function drawn({ words, sums }: Vocabulary, random: Random): string {
  const sought = random.next() * sums.at(-1)!;
  let [low, high] = [0, words.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sums[middle]! < sought) low = middle + 1;
    else high = middle;
  }
  return words[low]!;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Markdown of about this many bytes, which depends only on its key. */
export function documentOf(key: string, language: Language, bytes: number): string {
  const random = new Random(key);
  const vocabulary = VOCABULARIES[language];
  const subject = Array.from({ length: SUBJECT_WORDS }, () => random.pick(vocabulary.words));
  const word = (): string =>
    random.chance(SUBJECT_SHARE) ? random.pick(subject) : drawn(vocabulary, random);
  const words = (least: number, most: number): string =>
    Array.from({ length: random.between(least, most) }, word).join(' ');
  const sentence = (): string => `${capital(words(6, 18))}.`;
  const paragraph = (): string => Array.from({ length: random.between(3, 6) }, sentence).join(' ');
  const sections: string[] = [];
  for (let length = 0; length < bytes; length += Buffer.byteLength(sections.at(-1)!) + 2) {
    const paragraphs = Array.from({ length: random.between(4, 8) }, paragraph);
    sections.push([`## ${capital(words(2, 4))}`, ...paragraphs].join('\n\n'));
  }
  return sections.join('\n\n');
}

/**
 * A question about a sentence of a document: some of its rarer words, every fifth time with a
 * mistake in one.
 */
export function questionAbout(document: string, language: Language, key: string): string {
  const random = new Random(key);
  const small = LANGUAGES[language].small.split(' ');
  const sentence = random.pick(document.split(/\n+|(?<=\.) /).filter((each) => /^\p{Lu}.*\.$/u.test(each)));
  const all = sentence.slice(0, -1).toLowerCase().split(' ');
  const content = all.filter((each) => !small.includes(each)).slice(0, random.between(3, 7));
  const wrong = random.chance(0.2) ? random.between(0, content.length - 1) : -1;
  const written = content.map((each, at) => (at === wrong ? each.slice(0, 3) + each.slice(4) : each));
  return `${capital(random.pick(small))} ${written.join(` ${random.pick(small)} `)}?`;
}
