/** An action that takes back something a run made on its target, with the values that it is given. */
export interface Undo {
  readonly action: string
  readonly given: Readonly<Record<string, string>>
}

/** A line of the journal of a run: something has to be undone from now on, or no longer has to. */
export type UndoEvent = { readonly made: Undo } | { readonly undone: Undo }

/** The result of undoing one thing. */
export interface UndoResult {
  readonly undo: Undo
  /** Why it is not undone, in one line without secrets; absent where it is. */
  readonly why?: string
}
