/** What is used of Papa Parse, which comes without types. */
declare module 'papaparse' {
  interface ReadingOptions {
    readonly delimiter?: string;
    readonly newline?: string;
    readonly skipEmptyLines?: boolean;
  }

  const Papa: {
    parse(
      csv: string,
      options: ReadingOptions,
    ): { readonly data: string[][]; readonly errors: readonly unknown[] };
  };
  export default Papa;
}
