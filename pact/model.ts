/** A Pact file as the check sees it, independent of the format version. */
export interface PactFile {
  /** The file name that the user gave. */
  readonly name: string
  readonly format: PactFormat
  readonly consumer: string
  readonly provider: string
  readonly interactions: readonly Interaction[]
}

/** Major version of the Pact specification. */
export type PactFormat = 1 | 2 | 3 | 4

interface Described {
  readonly description: string
  readonly states: readonly ProviderState[]
  /** JSON Pointer to the interaction in its file. */
  readonly at: string
}

export interface ProviderState {
  readonly name: string
  readonly params: Readonly<Record<string, unknown>>
}

export interface HttpInteraction extends Described {
  readonly kind: 'http'
  readonly request: HttpRequest
  readonly response: HttpResponse
}

/** An event that the provider sends. */
export interface MessageInteraction extends Described {
  readonly kind: 'message'
  readonly contents: Content
  readonly metadata: readonly PactField[]
  readonly metadataAt: string
  readonly rules: RuleSets
  readonly generators: readonly Generator[]
}

/** Kinds of Pact interactions that the service does not offer. */
export interface OtherInteraction extends Described {
  readonly kind: 'other'
  readonly type: string
}

export type Interaction = HttpInteraction | MessageInteraction | OtherInteraction

/** A header, a query parameter or an entry of metadata. */
export interface PactField {
  readonly name: string
  readonly values: readonly unknown[]
  readonly at: string
}

interface Part {
  readonly at: string
  readonly headers: readonly PactField[]
  readonly body: Content
  readonly rules: RuleSets
  readonly generators: readonly Generator[]
}

export interface HttpRequest extends Part {
  readonly method: string
  readonly path: string
  readonly query: readonly PactField[]
}

export interface HttpResponse extends Part {
  readonly status: number
}

/** A body: absent (the file says nothing about it), JSON, text, or bytes. */
export type Content = { readonly at: string; readonly contentType?: string } & (
  | { readonly kind: 'absent' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
)

/** A step of a path expression; null stands for `*`. */
export type PathStep = string | number | null

/** Parts of a message to which matching rules and generators apply. */
export type Category = 'body' | 'header' | 'query' | 'path' | 'method' | 'status' | 'metadata'

/** The rules of one path expression. */
export interface RuleSet {
  readonly category: Category
  readonly path: readonly PathStep[]
  readonly rules: readonly Rule[]
  readonly combine: 'and' | 'or'
}

export type RuleSets = readonly RuleSet[]

/** A matching rule. */
export type Rule =
  | { readonly kind: 'type'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'regex'; readonly source: string }
  | { readonly kind: 'include'; readonly value: string }
  | { readonly kind: 'time'; readonly format: string | undefined; readonly of: 'date' | 'time' | 'datetime' }
  | { readonly kind: 'contentType'; readonly value: string }
  | { readonly kind: 'statusCode'; readonly statuses: (status: number) => boolean; readonly word: string }
  | { readonly kind: 'eachKey' | 'eachValue'; readonly rules: readonly Rule[] }
  | { readonly kind: 'arrayContains' }
  | { readonly kind: PlainRule }

/** Rules without parameters. */
export type PlainRule =
  | 'equality'
  | 'integer'
  | 'decimal'
  | 'number'
  | 'boolean'
  | 'null'
  | 'values'
  | 'notEmpty'
  | 'semver'

/** A value that is made when the file is used. */
export interface Generator {
  readonly category: Category
  readonly path: readonly PathStep[]
  /** `Uuid`, `ProviderState`, ... */
  readonly type: string
  readonly facts: Readonly<Record<string, unknown>>
}
