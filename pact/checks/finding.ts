/** A place where a Pact file contradicts the specification or goes beyond it. */
export interface PactFinding {
  /** `failed`: no conforming platform can meet it, or the request is invalid. `open`: it relies on something unspecified. */
  readonly verdict: 'failed' | 'open'
  /** JSON Pointer into the file. */
  readonly at: string
  /** The specified values, in words. */
  readonly expected: string
  /** The values that the file expects or sends, in words. */
  readonly observed: string
  /** The explanation, in one sentence. */
  readonly reason: string
  /** Clause of the specification. */
  readonly clause: string
  /** The reading that settles it, such as R19. */
  readonly reading?: string
}

type Facts = Omit<PactFinding, 'verdict'>

export const wrong = (facts: Facts): PactFinding => ({ verdict: 'failed', ...facts })

export const open = (facts: Facts): PactFinding => ({ verdict: 'open', ...facts })
