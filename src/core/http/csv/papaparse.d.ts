declare module 'papaparse' {
  interface WritingOptions {
    readonly quotes: boolean;
    readonly escapeFormulae: boolean;
  }

  interface ReadingOptions {
    readonly delimiter?: string;
    readonly newline?: string;
    readonly skipEmptyLines?: boolean;
    /** Characters that are parsed at once, with `step`. */
    readonly chunkSize?: number;
    /** Is called with each row, instead of once with all rows. */
    readonly step?: (row: { readonly data: readonly string[] }) => void;
  }

  const Papa: {
    /** The rows as CSV, without a line ending after the last one. */
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
