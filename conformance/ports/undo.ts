/** An action that takes back something a run made on its target, with the values that it is given. */
export interface Undo {
  readonly action: string
  readonly given: Readonly<Record<string, string>>
}

/** A line of the journal of a run: something now has to be undone, or no longer. */
export type UndoEvent = { readonly made: Undo } | { readonly undone: Undo }
