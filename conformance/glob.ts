/** Turns a glob into a test of whole strings; `*` stands for any run of characters, nothing else is special. */
export function glob(pattern: string): (name: string) => boolean {
  // Most patterns are complete names, and a plan tests each of them thousands of times.
  if (!pattern.includes('*')) return (name) => name === pattern
  const expression = new RegExp(`^${pattern.split('*').map(literal).join('.*')}$`, 's')
  return (name) => expression.test(name)
}

/** Escapes the special characters of a regular expression; Node 22 has no function for it. */
const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
