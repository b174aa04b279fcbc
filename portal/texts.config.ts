import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FOLDER = join(import.meta.dirname, 'src/texts');
const LANGUAGES = ['en', 'de'];
const NAME = 'virtual:texts';

const foldersOf = (language: string): readonly string[] =>
  [language].concat(
    readdirSync(join(FOLDER, language), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${language}/${name}`),
  );

/** No two files of a language share a first key. */
const catalogueOf = (folder: string): object =>
  Object.assign(
    {},
    ...readdirSync(join(FOLDER, folder))
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(FOLDER, folder, name), 'utf8')) as object),
  ) as object;

/** Makes one file of each folder of texts, with `virtual:texts` to load it by: a file each would be a request each. */
export const texts: Plugin = {
  name: 'texts',
  resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith(`\0${NAME}`)) return undefined;
    const folder = id.slice(`\0${NAME}/`.length);
    if (folder !== '') return `export default ${JSON.stringify(catalogueOf(folder))}`;
    const loaders = LANGUAGES.flatMap(foldersOf).map((name) => `'${name}': () => import('${NAME}/${name}')`);
    return `export default { ${loaders.join(', ')} }`;
  },
};
