/** What is used of Papa Parse, which comes without types. */
declare module 'papaparse' {
  interface WritingOptions {
    /** Every cell stands in quotes. */
    readonly quotes: boolean;
    readonly escapeFormulae: boolean;
  }

  interface ReadingOptions {
    readonly delimiter?: string;
    readonly newline?: string;
    readonly skipEmptyLines?: boolean;
    /** So many rows and no more; `cursor` says where they end. */
    readonly preview?: number;
    readonly fastMode?: boolean;
  }

  const Papa: {
    /** The rows as CSV, without a line end behind the last one. */
    unparse(rows: readonly (readonly string[])[], options: WritingOptions): string;
    parse(
      csv: string,
      options: ReadingOptions,
    ): {
      readonly data: string[][];
      readonly errors: readonly unknown[];
      readonly meta: { readonly cursor: number };
    };
  };
  export default Papa;
}
