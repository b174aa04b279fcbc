import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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

/** A document and its assets as a build for browsers leaves them, read once at the start. */
export class BuiltPage {
  private constructor(
    readonly html: string,
    private readonly assets: ReadonlyMap<string, Asset>,
  ) {}

  /**
   * @param folder with `index.html`, and `assets` where there are any
   * @returns null where the page is not built, as in tests of the API alone
   */
  static read(folder: string): BuiltPage | null {
    const page = join(folder, 'index.html');
    if (!existsSync(page)) return null;
    const assets = join(folder, 'assets');
    const names = existsSync(assets) ? readdirSync(assets) : [];
    return new BuiltPage(
      readFileSync(page, 'utf8'),
      new Map(
        names.map((name) => [
          name,
          {
            type: TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
            content: readFileSync(join(assets, name)),
          },
        ]),
      ),
    );
  }

  asset(name: string): Asset | undefined {
    return this.assets.get(name);
  }
}
