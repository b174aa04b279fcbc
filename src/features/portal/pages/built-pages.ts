import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// `npm run build` puts the pages beside the compiled service.
const FOLDER = join(import.meta.dirname, '../../../portal');

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** A file whose name changes with its content. */
export interface Asset {
  readonly type: string;
  readonly content: Buffer;
}

/** The pages as they were built: some 30 files of 1.5 MB together, read once at the start. */
export class BuiltPages {
  private constructor(
    private readonly html: readonly [before: string, after: string],
    private readonly assets: ReadonlyMap<string, Asset>,
  ) {}

  /** @returns null where the pages are not built, as in tests of the API alone */
  static read(folder = FOLDER): BuiltPages | null {
    const page = join(folder, 'index.html');
    if (!existsSync(page)) return null;
    const [before = '', after = ''] = readFileSync(page, 'utf8').split('<title>', 2);
    const assets = readdirSync(join(folder, 'assets')).map((name): [string, Asset] => [
      name,
      {
        type: TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
        content: readFileSync(join(folder, 'assets', name)),
      },
    ]);
    return new BuiltPages([before, `<title>${after}`], new Map(assets));
  }

  /**
   * The one document of all pages, with the nonce by which the library of components may add
   * styles.
   */
  page(nonce: string): string {
    const [before, after] = this.html;
    return `${before}<meta name="style-nonce" content="${nonce}">${after}`;
  }

  asset(name: string): Asset | undefined {
    return this.assets.get(name);
  }
}
