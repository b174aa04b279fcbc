/** Text of a chapter: plain, or with a mark. A link leads to a chapter, by its place in the guide. */
export type Inline =
  | string
  | { readonly kind: 'strong' | 'em' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly chapter: number };

export type Block =
  | { readonly kind: 'text'; readonly of: readonly Inline[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'section'; readonly id: string; readonly title: string };

export interface Chapter {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** A guide parsed from its document: the text before the first chapter, and the chapters. */
export interface Guide {
  readonly title: string;
  readonly intro: readonly Block[];
  readonly chapters: readonly Chapter[];
}
