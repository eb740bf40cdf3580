import type { Io } from './io.ts'

/** A fake of the process, for the tests of this folder. The tests can read what was printed. */
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
