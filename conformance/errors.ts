/** An error of the user or of the suite itself. Findings about a target are values, never errors. */
export class ConformanceError extends Error {
  /** Stable and machine-readable: `PROFILE_INVALID`. */
  readonly code: string
  /** Advice to the reader. */
  readonly hint: string | undefined

  constructor(code: string, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ConformanceError'
    this.code = code
    this.hint = options.hint
  }
}

/** An error for a wrong command line. */
export function usageError(message: string, hint?: string): ConformanceError {
  return new ConformanceError('USAGE', message, hint === undefined ? {} : { hint })
}

/** The message of any thrown value. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
