import ts from 'typescript';

export interface TableUse {
  readonly table: string;
  readonly does: 'reads' | 'writes';
}

/** Replaces each expression of a template. */
const HOLE = '\u0001';

// SQL keywords are in capitals in this code, which excludes sentences.
const CLAUSE =
  /\b(?:(INSERT INTO|DELETE FROM|MERGE INTO|TRUNCATE|UPDATE)|(FROM|JOIN|USING))\s+(?:(?:ONLY|LATERAL)\s+)*/g;
const NAME = new RegExp(`^(?:public\\.)?([a-z_][a-z0-9_]*|${HOLE})(?![a-z0-9_]*[(.])`);
// No table follows in `FOR UPDATE`, `DO UPDATE SET`, `extract(month FROM at)`, `IS DISTINCT FROM x`
// and `FETCH` from a cursor.
const NO_TABLE =
  /(?:\b(?:FOR|DO|NO KEY)\s+|\bDISTINCT\s+|\bFETCH\s[^;]*|\b(?:extract|trim|substring|overlay|position)\s*\([^()]*)$/i;

/**
 * The tables that the SQL texts of a file name: after FROM, JOIN, USING, INTO, UPDATE and the
 * commas of a list. Names of subqueries and catalogues are left out. Where a text takes its table
 * from an expression, every literal of the file that is the name of a table counts.
 * @param known tables with an owner
 */
export function tablesNamedIn(source: string, known: readonly string[]): TableUse[] {
  const texts = textsOf(source);
  const subqueries = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/\b(\w+)(?:\s*\([^()]*\))?\s+AS\s+(?:(?:NOT )?MATERIALIZED\s*)?\(/g)].map(
        ([, name]) => name!,
      ),
    ),
  );
  return texts.flatMap((text) =>
    [...text.matchAll(CLAUSE)].flatMap((clause): TableUse[] => {
      const [whole, writing] = clause;
      if (NO_TABLE.test(text.slice(0, clause.index))) return [];
      const does = writing === undefined ? 'reads' : 'writes';
      return namesFrom(text.slice(clause.index + whole.length), writing === undefined)
        .flatMap((name) => (name === HOLE ? texts.filter((literal) => known.includes(literal)) : name))
        .filter((name) => !subqueries.has(name) && !name.startsWith('pg_'))
        .map((table) => ({ table, does }));
    }),
  );
}

/** The first name of a clause, and the names after its commas: `calls c, call_index i`. */
function namesFrom(rest: string, isList: boolean): string[] {
  const name = NAME.exec(rest);
  if (!name) return [];
  const more = isList
    ? /^\s+(?:AS\s+)?[a-z]\w*\s*,\s*(?:(?:ONLY|LATERAL)\s+)*/.exec(rest.slice(name[0].length))
    : null;
  return [name[1]!, ...(more ? namesFrom(rest.slice(name[0].length + more[0].length), true) : [])];
}

function textsOf(source: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node)) {
      texts.push([node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(HOLE));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('it.ts', source, ts.ScriptTarget.Latest));
  return texts;
}
