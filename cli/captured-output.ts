import type { Io } from './io.ts'

/** Wraps an io; `heard` returns all that was printed through it. */
export function captureOutput(io: Io): { readonly io: Io; heard(): string } {
  const all: string[] = []
  const through = (write: (text: string) => void) => (text: string) => {
    all.push(text)
    write(text)
  }
  return { io: { ...io, out: through(io.out), err: through(io.err) }, heard: () => all.join('') }
}
