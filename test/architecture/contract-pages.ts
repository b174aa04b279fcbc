/**
 * A rule of the contract as it is cited: `errors 2.3`, or `errors section 2` for all rules of a
 * section.
 */
export interface Citation {
  readonly file: string;
  readonly line: number;
  readonly page: string;
  /** `2.3`, or `section 2` */
  readonly rule: string;
}

/** A page of docs/contract: its rules in order, its sections, and the faults of its numbers. */
export interface ContractPage {
  readonly name: string;
  readonly rules: readonly string[];
  readonly sections: readonly string[];
  readonly faults: readonly string[];
}

const RULE = /^(?: {0,3}(?:[-*]|\d+\.) )?\*\*(\d+)\.(\d+)\*\*/;
const SECTION = /^## (\d+)\. \S/;

/**
 * Reads the numbers of a page. A number must be in its section and be greater than the one before
 * it.
 */
export function contractPage(name: string, text: string): ContractPage {
  const rules: string[] = [];
  const sections: string[] = [];
  const faults: string[] = [];
  let last = 0;
  for (const line of text.split('\n')) {
    const section = SECTION.exec(line)?.[1];
    if (section !== undefined) {
      if (Number(section) !== sections.length + 1) faults.push(`${name}: section ${section} is out of order`);
      sections.push(section);
      last = 0;
    }
    const [, inSection, position] = RULE.exec(line) ?? [];
    if (inSection === undefined) continue;
    const rule = `${inSection}.${position}`;
    if (rules.includes(rule)) faults.push(`${name} ${rule} occurs twice`);
    else if (inSection !== sections.at(-1)) faults.push(`${name} ${rule} stands in another section`);
    else if (Number(position) <= last) faults.push(`${name} ${rule} is out of order`);
    last = Number(position);
    rules.push(rule);
  }
  return { name, rules, sections, faults };
}

// A comment may break a line between the name of a page and its number.
const GAP = String.raw`(?: |\n[ \t]*(?:\*|//|--|#|- )?[ \t]*)`;
const NUMBER = String.raw`\d+\.\d+(?!\.?\d)`;

/** All citations of the pages in a text, with the lines they begin on. */
export function citationsIn(file: string, text: string, pages: readonly string[]): Citation[] {
  const names = [...pages].sort((a, b) => b.length - a.length).join('|');
  const citation = new RegExp(
    String.raw`(?<![\w./-])(${names})${GAP}(?:section${GAP}(\d+)|(${NUMBER}(?:(?:,|,? and)${GAP}${NUMBER})*))`,
    'g',
  );
  return [...text.matchAll(citation)].flatMap(({ index, 1: page, 2: section, 3: numbers }) => {
    const line = text.slice(0, index).split('\n').length;
    const rules =
      section === undefined ? [...numbers!.matchAll(/\d+\.\d+/g)].map(String) : [`section ${section}`];
    return rules.map((rule) => ({ file, line, page: page!, rule }));
  });
}

/** Citations of rules that no page contains. */
export function brokenCitations(citations: readonly Citation[], pages: readonly ContractPage[]): string[] {
  const known = new Set(
    pages.flatMap(({ name, rules, sections }) => [
      ...rules.map((rule) => `${name} ${rule}`),
      ...sections.map((section) => `${name} section ${section}`),
    ]),
  );
  return citations
    .filter(({ page, rule }) => !known.has(`${page} ${rule}`))
    .map(({ file, line, page, rule }) => `${file}:${line}: there is no ${page} ${rule}`);
}

// A heading in quotation marks, a numbered list by its heading, or a page of decisions: nothing
// that a reader can open.
const OTHER_FORMS =
  /\bcontract(?:'s)?[,:]? +(?:"|global rule)|\bglobal rules? \d|[(]contract,|\bof the decision[s]\b/i;

/** Lines that cite the contract in another form than by page and number. */
export function otherCitations(file: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, at) => (OTHER_FORMS.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : []));
}

/** The rules that no test cites, in the order of the pages. */
export function untestedRules(citations: readonly Citation[], pages: readonly ContractPage[]): string[] {
  const cited = new Set(
    citations
      .filter(({ file }) => /spec\.ts$|^test\/e2e\//.test(file))
      .map(({ page, rule }) => `${page} ${rule}`),
  );
  return pages.flatMap(({ name, rules }) =>
    rules.map((rule) => `${name} ${rule}`).filter((rule) => !cited.has(rule)),
  );
}
