/** Where a Pact file goes against the specification, or beyond it. */
export interface PactFinding {
  /** `failed`: no right platform can meet it, or the request is invalid. `open`: it relies on what is not specified. */
  readonly verdict: 'failed' | 'open'
  /** JSON Pointer into the file. */
  readonly at: string
  /** Words for what is specified. */
  readonly expected: string
  /** Words for what the file wants or sends. */
  readonly observed: string
  /** One sentence. */
  readonly reason: string
  /** Clause of the specification. */
  readonly clause: string
  /** Mark of the reading that settles it. */
  readonly reading?: string
}

type Facts = Omit<PactFinding, 'verdict'>

export const wrong = (facts: Facts): PactFinding => ({ verdict: 'failed', ...facts })

export const open = (facts: Facts): PactFinding => ({ verdict: 'open', ...facts })
