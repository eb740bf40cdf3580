/** Turns a glob into a test of whole strings; `*` stands for any run of characters, nothing else is special. */
export function glob(pattern: string): (name: string) => boolean {
  // Most patterns are names in full, and a plan asks about each of them some thousand times.
  if (!pattern.includes('*')) return (name) => name === pattern
  const expression = new RegExp(`^${pattern.split('*').map(literal).join('.*')}$`, 's')
  return (name) => expression.test(name)
}

/** Escapes what is special in an expression; Node 22 has no function for it. */
const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
