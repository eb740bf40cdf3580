/** Holds work while an operator wants it held. */
export interface WorkGate {
  readonly held: boolean
  hold(): void
  /** Runs all held work, in its order. */
  release(): void
  /** Runs the work now, or on release while work is held. */
  pass(work: () => void): void
}

/** @param gates keeps which of the gates are held */
export function createWorkGate(name: string, gates: Map<string, boolean>): WorkGate {
  const isHeld = () => gates.get(name) === true
  let waiting: (() => void)[] = []
  return {
    get held() {
      return isHeld()
    },
    hold() {
      gates.set(name, true)
    },
    release() {
      gates.set(name, false)
      const going = waiting
      waiting = []
      for (const work of going) work()
    },
    pass(work) {
      if (isHeld()) waiting.push(work)
      else work()
    },
  }
}
