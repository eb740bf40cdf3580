/** Holds work while an operator wants it held. */
export interface WorkGate {
  readonly held: boolean
  hold(): void
  /** Runs all held work, in its order. */
  release(): void
  /** Runs the work now, or on release while work is held. */
  pass(work: () => void): void
}

export function createWorkGate(): WorkGate {
  let held = false
  let waiting: (() => void)[] = []
  return {
    get held() {
      return held
    },
    hold() {
      held = true
    },
    release() {
      held = false
      const going = waiting
      waiting = []
      for (const work of going) work()
    },
    pass(work) {
      if (held) waiting.push(work)
      else work()
    },
  }
}
