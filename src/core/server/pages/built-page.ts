import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentCodingFor, type ContentCoding } from '../pipeline/content-coding.policy.js';

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** The extensions of the compressed copies that the build writes next to a file. */
const ENDINGS: Readonly<Record<Exclude<ContentCoding, 'identity'>, string>> = { br: '.br', gzip: '.gz' };

export interface Asset {
  readonly type: string;
  /** In the encodings that the build created; fonts are already compressed. */
  readonly contents: Readonly<Record<'identity', Buffer> & Partial<Record<ContentCoding, Buffer>>>;
}

export function codedFor(
  { contents }: Asset,
  acceptEncoding: string | undefined,
): { readonly coding: ContentCoding; readonly bytes: Buffer } {
  const coding = contentCodingFor(acceptEncoding);
  const bytes = contents[coding];
  return bytes ? { coding, bytes } : { coding: 'identity', bytes: contents.identity };
}

/** A document and its assets as built for browsers, read once at startup. */
export class BuiltPage {
  private constructor(
    readonly html: string,
    private readonly assets: ReadonlyMap<string, Asset>,
  ) {}

  /**
   * @param folder with `index.html`, and possibly `assets`
   * @returns null if the page is not built, as in tests of only the API
   */
  static read(folder: string): BuiltPage | null {
    const page = join(folder, 'index.html');
    if (!existsSync(page)) return null;
    const assets = join(folder, 'assets');
    const files = new Set(existsSync(assets) ? readdirSync(assets) : []);
    const codedIn = (name: string, coding: keyof typeof ENDINGS): Partial<Record<ContentCoding, Buffer>> => {
      const file = `${name}${ENDINGS[coding]}`;
      return files.has(file) ? { [coding]: readFileSync(join(assets, file)) } : {};
    };
    const names = [...files].filter(
      (name) => !Object.values(ENDINGS).some((ending) => name.endsWith(ending)),
    );
    return new BuiltPage(
      readFileSync(page, 'utf8'),
      new Map(
        names.map((name) => [
          name,
          {
            type: TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
            contents: {
              identity: readFileSync(join(assets, name)),
              ...codedIn(name, 'br'),
              ...codedIn(name, 'gzip'),
            },
          },
        ]),
      ),
    );
  }

  asset(name: string): Asset | undefined {
    return this.assets.get(name);
  }
}
