import type { Environment } from '../conformance/environment.ts'
/** The parts of the process that commands may use. */
export interface Io {
  out(text: string): void
  err(text: string): void
  readonly env: Environment
  /** Milliseconds since the epoch. */
  now(): number
  /** Asks the user at the terminal; absent where there is none. */
  ask?(question: string): Promise<string>
  readonly color: boolean
  /** Width of the terminal; absent where the output is no terminal. */
  readonly columns?: number
  /** Aborted by the first signal that asks the process to end. A command that reads it must end in an orderly way. */
  interruption(): AbortSignal
}
