/** The parts of their process that commands may use. */
export interface Io {
  out(text: string): void
  err(text: string): void
  readonly env: Readonly<Record<string, string | undefined>>
  /** Milliseconds since the epoch. */
  now(): number
  /** Asks whoever sits at the terminal; absent where nobody does. */
  ask?(question: string): Promise<string>
  readonly color: boolean
  /** Width of the terminal; absent where the output is no terminal. */
  readonly columns?: number
  /** Aborted by the first signal that asks the process to end; whoever reads it promises to end in order. */
  interruption(): AbortSignal
}
