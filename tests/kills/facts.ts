/** Checks that something that was acknowledged is still so: undefined, or what is so instead. */
export type Check = () => Promise<string | undefined>

/** Everything that a sandbox has acknowledged, by subject. */
export interface Facts {
  /**
   * Sends a request that changes a subject. Until it is answered, nothing is known of the subject; the check that it returns holds
   * from then on. A request that a kill cut off leaves it unknown.
   */
  change(subject: string, send: () => Promise<Check | undefined>): Promise<void>
  /** Checks everything; returns what was lost. */
  lost(): Promise<readonly string[]>
  readonly size: number
}

export function startFacts(): Facts {
  const checks = new Map<string, Check>()
  const underWay = new Set<string>()
  return {
    async change(subject, send) {
      // Of two changes at once nobody knows which was the last.
      if (underWay.has(subject)) return
      checks.delete(subject)
      underWay.add(subject)
      try {
        const check = await send()
        if (check !== undefined) checks.set(subject, check)
      } finally {
        underWay.delete(subject)
      }
    },
    async lost() {
      const found: string[] = []
      for (const [subject, check] of checks) {
        const instead = await check()
        if (instead !== undefined) found.push(`${subject}: ${instead}`)
      }
      return found
    },
    get size() {
      return checks.size
    },
  }
}

/** The complaint when something is not as it was. */
export const differs = (expected: unknown, found: unknown): string | undefined =>
  JSON.stringify(expected) === JSON.stringify(found)
    ? undefined
    : `was ${JSON.stringify(expected)}, is ${JSON.stringify(found)}`
