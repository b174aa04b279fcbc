declare module 'papaparse' {
  interface WritingOptions {
    readonly quotes: boolean;
    readonly escapeFormulae: boolean;
  }

  interface ReadingOptions {
    readonly delimiter?: string;
    readonly newline?: string;
    readonly skipEmptyLines?: boolean;
  }

  const Papa: {
    /** The rows as CSV, without a line end after the last one. */
    unparse(rows: readonly (readonly string[])[], options: WritingOptions): string;
    parse(
      csv: string,
      options: ReadingOptions,
    ): {
      readonly data: string[][];
      readonly errors: readonly unknown[];
    };
  };
  export default Papa;
}
