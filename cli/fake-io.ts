import type { Io } from './io.ts'

/** A stand-in for the process, for the tests of this room; what was printed can be read. */
export function fakeIo(env: Io['env'] = {}): Io & { readonly printed: { out: string; err: string } } {
  const printed = { out: '', err: '' }
  return {
    printed,
    out: (text) => {
      printed.out += text
    },
    err: (text) => {
      printed.err += text
    },
    env,
    now: () => 0,
    color: false,
    interruption: () => new AbortController().signal,
  }
}
